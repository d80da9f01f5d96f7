import Dispatch
import MediaTime
import PCMAudio
import Platform

/// The thread that tells a server the titles for its listeners, the newest one only.
///
/// A server that hangs keeps the thread, and the audio flows on. libshout waits without limit, also
/// for a server that is gone, so another thread takes its place.
final class IcecastTitles: Sendable {
    private let address: IcecastAddress
    private let state = Guarded(State())
    private let changes = DispatchSemaphore(value: 0)

    private struct State {
        var newest = NewestTitle()
        var threads = TitleThreads()
        var isOver = false
    }

    init(_ address: IcecastAddress) {
        self.address = address
    }

    /// Starts the first thread.
    func start() throws { try startThread(0) }

    private func startThread(_ number: Int) throws {
        let owned = Handover(try IcecastConnection(address))
        try PlatformThread.start(named: "interlude-title") {
            BrokenPipes.block()
            while let title = self.next(on: number) { _ = owned.connection.show(title: title) }
        }
    }

    private final class Handover: @unchecked Sendable {
        // @unchecked Sendable: the thread alone uses it.
        let connection: IcecastConnection

        init(_ connection: IcecastConnection) { self.connection = connection }
    }

    func show(_ title: String) {
        change { $0.newest.show(title) }
    }

    /// Tells the last title again, to a server that has forgotten it.
    func repeatLast() {
        change { $0.newest.repeatLast() }
    }

    /// Lets another thread tell the last title again if the present one waits too long.
    func replaceHangingThread() {
        let number = state.withLock { state in
            state.threads.replaceHanging(at: .now).map { number in
                state.newest.repeatLast()
                return number
            }
        }
        guard let number else { return }
        // try?: a thread that cannot be started counts as one that hangs, and is replaced later.
        try? startThread(number)
    }

    /// Ends the thread, once the server has answered.
    func finish() {
        change { $0.isOver = true }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        changes.signal()
    }

    /// Blocks until there is a new title for the thread with this number; `nil` at its end.
    private func next(on number: Int) -> String? {
        while true {
            let (title, isOver) = state.withLock { state -> (String?, Bool) in
                guard state.threads.isAnswered(number) else { return (nil, true) }
                let title = state.isOver ? nil : state.newest.take()
                if title != nil { state.threads.wait(from: .now) }
                return (title, state.isOver)
            }
            if isOver { return nil }
            if let title { return title }
            changes.wait()
        }
    }
}

/// Which thread tells the titles, by number, and whether it hangs. A value.
struct TitleThreads: Hashable {
    /// How long a server may take for a title, in seconds.
    static let answerLimit = 30.0
    /// How many threads may hang.
    static let mostHanging = 4

    private var present = 0
    /// Since when the present thread waits for the server; `nil` while it waits for a title.
    private var waitingSince: MonotonicTime?
    private var hangingCount = 0

    /// The present thread tells a title.
    mutating func wait(from now: MonotonicTime) { waitingSince = now }

    /// Notes that a thread has the server's answer, or begins. Returns `false` if another one has
    /// taken its place.
    mutating func isAnswered(_ number: Int) -> Bool {
        guard number == present else {
            hangingCount -= 1
            return false
        }
        waitingSince = nil
        return true
    }

    /// The number of the thread that takes the place of one that hangs; `nil` if none has to.
    mutating func replaceHanging(at now: MonotonicTime) -> Int? {
        guard let waitingSince, now >= waitingSince.advanced(by: Self.answerLimit),
            hangingCount < Self.mostHanging
        else { return nil }
        hangingCount += 1
        present += 1
        // Until it begins.
        self.waitingSince = now
        return present
    }
}

/// The title that a server has to learn. A value.
struct NewestTitle: Hashable {
    /// `nil` before the first.
    private var title: String?
    /// Whether the server has yet to learn it.
    private var isUntold = false

    mutating func show(_ title: String) {
        isUntold = isUntold || title != self.title
        self.title = title
    }

    /// The server has forgotten it.
    mutating func repeatLast() { isUntold = title != nil }

    /// The title to tell now; `nil` if the server knows it.
    mutating func take() -> String? {
        defer { isUntold = false }
        return isUntold ? title : nil
    }
}
