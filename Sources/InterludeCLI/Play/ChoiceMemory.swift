import Dispatch
import FoundationEssentials
import Interlude
import MediaTime
import PlainText
import ReportPages
import Synchronization

/// Keeps the volume and the source that people choose in a session, for the next start of the
/// player (`--remember`).
final class ChoiceMemory: AudioSessionDelegate {
    private let file: StateFile
    private let say: @Sendable (String) -> Void
    /// How long a remembered source that cannot be played is requested again; `nil` for no limit.
    private let giveUp: Duration?
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "Interlude.ChoiceMemory")
    private let start = ContinuousClock.now

    private struct State {
        var choice: RememberedChoice
        var resumption: Resumption?
        weak var session: AudioSession?
        var isWritten = true
        var isWriteDue = false
        var hasFailed = false
    }

    /// How long a change waits for others, such as those of a slider.
    private static let collectingTime = DispatchTimeInterval.milliseconds(500)

    /// Reads `file`. What of it does not count for `setup` is forgotten.
    ///
    /// `say` prints a line; callable from any thread.
    init(
        in file: StateFile, for setup: RememberedChoice.Setup, typed: TypedChoice,
        givingUpAfter giveUp: Duration?, _ say: @escaping @Sendable (String) -> Void
    ) {
        self.file = file
        self.giveUp = giveUp
        self.say = say
        var choice = RememberedChoice(setup)
        do throws(StateFile.Failure) {
            choice = try Self.read(file)?.choice(for: setup, typed: typed) ?? choice
        } catch {
            say("--remember: \(file.path): \(error), so nothing is remembered yet")
        }
        state = Mutex(State(choice: choice))
    }

    private static func read(_ file: StateFile) throws(StateFile.Failure) -> RememberedChoice? {
        guard let contents = try file.read() else { return nil }
        do {
            return try JSONDecoder().decode(RememberedChoice.self, from: contents)
        } catch {
            throw StateFile.Failure(description: "no remembered choice")
        }
    }

    /// The choice that counts now.
    var choice: RememberedChoice { state.withLock { $0.choice } }

    /// Requests the remembered source of `session`, which must not play yet.
    ///
    /// Until it has audio, the source of the configuration plays: a room is not silent for a station
    /// that has gone. It is requested again and again, as a lost station would be.
    func resume(_ session: AudioSession) {
        guard let source = choice.source else { return }
        say("changing to \(source.address), which was chosen last")
        state.withLock {
            $0.resumption = Resumption(of: source, givingUpAfter: giveUp)
            $0.session = session
        }
        session.send(source.command)
    }

    func onEvent(_ record: EventRecord) {
        let now = ContinuousClock.now - start
        let (wait, resumption) = state.withLock { state in
            (state.resumption?.take(record, at: now), state.resumption)
        }
        guard let wait, let resumption, choice.source == resumption.source else { return }
        if resumption.failureCount == 1 {
            let limit = resumption.limit.map { " for \(Figures.wholeSeconds($0)) s" }
            say("trying \(resumption.source.address) again\(limit ?? ", until it plays")")
        }
        requestAgain(resumption.source, after: wait)
    }

    /// Requests `source` after `wait`, unless another one was chosen meanwhile.
    private func requestAgain(_ source: RememberedChoice.Source, after wait: Duration) {
        let milliseconds = Int(saturating: wait / .milliseconds(1))
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
            guard let self, choice.source == source,
                let session = state.withLock({ $0.session })
            else { return }
            guard session.status.mayBeReplaced else {
                return requestAgain(source, after: Resumption.firstWait)
            }
            session.send(source.command)
        }
    }

    func onCommandAccepted(_ command: SessionCommand) {
        let isFirst = state.withLock { state in
            guard state.choice.take(command) else { return false }
            state.isWritten = false
            defer { state.isWriteDue = true }
            return !state.isWriteDue
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + Self.collectingTime) { [weak self] in self?.write() }
    }

    /// Writes what is not written yet. Blocks. Call after the end of the session.
    func close() { queue.sync { write() } }

    /// Only on ``queue``.
    private func write() {
        let choice = state.withLock { state -> RememberedChoice? in
            state.isWriteDue = false
            defer { state.isWritten = true }
            return state.isWritten ? nil : state.choice
        }
        guard let choice else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do throws(StateFile.Failure) {
            // try!: texts and finite numbers have a representation in JSON.
            try file.write(try! encoder.encode(choice))
        } catch {
            let isFirst = state.withLock { state in
                defer { state.hasFailed = true }
                return !state.hasFailed
            }
            if isFirst {
                say(
                    "--remember: \(file.path): \(error), so the next start does not know the "
                        + "last choice; set XDG_STATE_HOME to a folder of this user")
            }
        }
    }
}

extension PlayCommand {
    /// The memory of this player, and `configuration` with the remembered volume; `nil` without
    /// `--remember`. `typed` are the typed arguments after `play`.
    func memory(
        for configuration: inout SessionConfiguration, typed: some Collection<String>,
        environment: [String: String], _ say: @escaping @Sendable (String) -> Void
    ) throws(CommandError) -> ChoiceMemory? {
        guard transport.remember else { return nil }
        guard let file = StateFile("choice.json", environment: environment) else {
            throw CommandError(
                .usage, "--remember needs a folder to write to; set XDG_STATE_HOME or HOME")
        }
        let first = configuration.script.lastIndex { $0.isFirstVolume }
        var setup = RememberedChoice.Setup(
            source: configuration.source.withoutUserInfo,
            home: (configuration.home ?? configuration.source).withoutUserInfo)
        if let first, case .setVolume(let gain) = configuration.script[first].command {
            setup.volume = gain
        }
        let memory = ChoiceMemory(
            in: file, for: setup, typed: TypedChoice(typed), givingUpAfter: configuration.giveUp,
            say)
        if let volume = memory.choice.volume {
            configuration.script.removeAll { $0.isFirstVolume }
            configuration.volume = volume
            if let audible = memory.choice.audible {
                // Muted after the audible volume, the session knows what to unmute to.
                configuration.volume = audible
                configuration.script.insert(.init(at: .zero, .mute), at: 0)
            }
        }
        return memory
    }
}

extension SessionConfiguration.ScriptedCommand {
    /// Whether it sets the volume of the start.
    fileprivate var isFirstVolume: Bool {
        if case .setVolume = command { time == .zero } else { false }
    }
}
