import Dispatch
import PCMAudio
import Platform

/// The thread that tells a server the titles for its listeners, the newest one only.
///
/// A server that hangs keeps the thread, and the audio flows on.
final class IcecastTitles: Sendable {
    private let state = Guarded(State())
    private let changes = DispatchSemaphore(value: 0)

    private struct State {
        var newest = NewestTitle()
        var isOver = false
    }

    /// Starts the thread, which uses `connection` from now on.
    func start(_ connection: sending IcecastConnection) throws(ThreadFailure) {
        let owned = Handover(connection)
        try PlatformThread.start(named: "interlude-title") {
            BrokenPipes.block()
            while let title = self.next() { _ = owned.connection.show(title: title) }
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

    /// Ends the thread, once the server has answered.
    func finish() {
        change { $0.isOver = true }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        changes.signal()
    }

    /// Blocks until there is a new title; `nil` at the end.
    private func next() -> String? {
        while true {
            let (title, isOver) = state.withLock { ($0.newest.take(), $0.isOver) }
            if isOver { return nil }
            if let title { return title }
            changes.wait()
        }
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
