import Glibc
import Interlude
import MediaTime
import Platform
import Synchronization

/// Writes the event log of `--events`: one JSON object per line, each flushed at once.
///
/// Callable from any thread. While there is no space for a file, its lines are left out; each is
/// whole or not there, and a line `log.gap` says how many are missing. After a line that could not be
/// written for another reason it writes no more.
final class EventLogWriter: Sendable {
    private let name: String
    private let calls: Calls
    private let report: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// The system calls, which tests replace.
    struct Calls: Sendable {
        var create: @Sendable (String) throws(SystemError) -> OwnedDescriptor =
            { path throws(SystemError) in
                try OwnedDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
            }
        var write: @Sendable (String, CInt) throws(SystemError) -> Void =
            { text, descriptor throws(SystemError) in
                try Descriptor.write(text, to: descriptor)
            }
    }

    private struct State: ~Copyable {
        /// `nil` for standard output, and until there was space to create the file.
        var file: OwnedDescriptor?
        /// The number of `file` or of standard output.
        var descriptor: CInt?
        /// Whether a line may be left out, because `descriptor` is that of a regular file.
        var isRegular: Bool
        /// Why nothing more is written.
        var failure: CommandError?
        /// Why the last line was left out; `nil` if it was written.
        var shortage: SystemError?
        /// Of those that could not be written for want of space.
        var leftOutLineCount = 0
        /// Of them, those that no `log.gap` has told.
        var untoldLineCount = 0
    }

    /// Opens standard output or the file, and empties it. `report` gets a line each time that the
    /// space runs out, and when lines are written again.
    init(
        to destination: OutputFile, calls: Calls = Calls(),
        report: @escaping @Sendable (String) -> Void = Console.say
    ) throws(CommandError) {
        self.calls = calls
        self.report = report
        switch destination {
        case .standardOutput:
            name = "standard output"
            state = Mutex(State(descriptor: STDOUT_FILENO, isRegular: false))
        case .file(let path):
            name = path
            var state = State(isRegular: true)
            do throws(SystemError) {
                try Self.create(path, calls, &state)
            } catch {
                guard error.isWantOfSpace else {
                    throw CommandError(
                        .cannotWrite, "\(path): cannot write: \(error); use another file")
                }
            }
            self.state = Mutex(state)
        }
    }

    private static func create(
        _ path: String, _ calls: Calls, _ state: inout State
    ) throws(SystemError) {
        let file = try calls.create(path)
        var status = stat()
        state.isRegular = fstat(file.number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        state.descriptor = file.number
        state.file = consume file
    }

    /// Writes one line, or leaves it out for want of space. Blocks, and throws the error after which
    /// no more is written.
    func write(_ record: EventRecord) throws(CommandError) {
        let (failure, warning) = state.withLock { state -> (CommandError?, String?) in
            let warning = state.failure == nil ? append(record, &state) : nil
            return (state.failure, warning)
        }
        warning.map(report)
        if let failure { throw failure }
    }

    /// Returns what to report, if anything.
    private func append(_ record: EventRecord, _ state: inout State) -> String? {
        do throws(SystemError) {
            if state.descriptor == nil { try Self.create(name, calls, &state) }
            let count = state.untoldLineCount
            let lines = (count == 0 ? [] : [Self.gap(of: count, before: record)]) + [record]
            let text = lines.map { $0.json.description + "\n" }.joined()
            try append(text, to: state.descriptor!, isRegular: state.isRegular)
            state.shortage = nil
            state.untoldLineCount = 0
            return count == 0
                ? nil : "\(name): the event log goes on; \(Self.missing(count)) for want of space"
        } catch {
            guard state.isRegular, error.isWantOfSpace else {
                state.failure = CommandError(
                    .cannotWrite,
                    "\(name): cannot write the event log: \(error); use another file")
                return nil
            }
            let isKnown = state.shortage != nil
            state.shortage = error
            state.leftOutLineCount += 1
            state.untoldLineCount += 1
            return isKnown
                ? nil
                : "\(name): cannot write the event log: \(error); free space, until then lines "
                    + "are left out"
        }
    }

    private static func gap(of count: Int, before record: EventRecord) -> EventRecord {
        EventRecord(
            "log.gap", at: FrameTime(record.frame), ["lines": .integer(Int64(count))])
    }

    /// `1 line is missing`.
    private static func missing(_ count: Int) -> String {
        count == 1 ? "1 line is missing" : "\(count) lines are missing"
    }

    private func append(
        _ line: String, to descriptor: CInt, isRegular: Bool
    ) throws(SystemError) {
        let end = isRegular ? lseek(descriptor, 0, SEEK_CUR) : -1
        do throws(SystemError) {
            try calls.write(line, descriptor)
        } catch {
            // Removes a part of the line, so that the next begins where it should.
            if end >= 0, ftruncate(descriptor, end) == 0 { lseek(descriptor, end, SEEK_SET) }
            throw error
        }
    }

    /// Throws the error after which no more was written.
    func check() throws(CommandError) {
        if let failure = state.withLock({ state -> CommandError? in state.failure }) {
            throw failure
        }
    }

    /// Throws if lines were left out.
    func checkComplete() throws(CommandError) {
        let count = state.withLock { state -> Int in state.leftOutLineCount }
        guard count == 0 else {
            throw CommandError(
                .cannotWrite,
                "\(name): the event log is incomplete: \(Self.missing(count)) for want of space; "
                    + "free some")
        }
    }
}

extension SystemError {
    /// Whether the disk or the user's share of it is full.
    fileprivate var isWantOfSpace: Bool { code == ENOSPC || code == EDQUOT }
}
