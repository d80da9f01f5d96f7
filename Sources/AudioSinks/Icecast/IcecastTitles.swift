import Dispatch
import PCMAudio
import Platform

/// The thread that tells a server the titles for its listeners, the newest one only.
///
/// A server that hangs keeps the thread, and the audio flows on.
final class IcecastTitles: Sendable {
    private let state = Guarded(State())
    private let news = DispatchSemaphore(value: 0)

    private struct State {
        /// The newest title; `nil` before the first.
        var title: String?
        /// Whether the server has yet to learn it.
        var isNew = false
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
        change { state in
            state.isNew = title != state.title
            state.title = title
        }
    }

    /// Tells the last title again, to a server that has forgotten it.
    func repeatLast() {
        change { $0.isNew = $0.title != nil }
    }

    /// Ends the thread, once the server has answered.
    func finish() {
        change { $0.isOver = true }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        news.signal()
    }

    /// Blocks until there is a new title; `nil` at the end.
    private func next() -> String? {
        while true {
            let (title, isOver) = state.withLock { state -> (String?, Bool) in
                defer { state.isNew = false }
                return (state.isNew ? state.title : nil, state.isOver)
            }
            if isOver { return nil }
            if let title { return title }
            news.wait()
        }
    }
}
