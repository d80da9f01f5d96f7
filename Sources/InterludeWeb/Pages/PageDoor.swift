import AdPlayback
import Synchronization

/// Knows which pages are open, and tells the player whenever others look at them.
final class PageDoor: Sendable {
    private let state = Mutex(State())
    private let tell: @Sendable (TruexAudience) -> Void

    private struct State {
        var pages = OpenPages()
        var told = TruexAudience.unknown
    }

    /// `tell` is called on any thread, in the order of what happens, and must not wait.
    init(_ tell: @escaping @Sendable (TruexAudience) -> Void) {
        self.tell = tell
    }

    /// Pages can be opened from now on, and none is.
    func open() { change { _ in } }

    /// The pages of a connection, which the tabs of a browser share, listen to events.
    func join(_ names: [String]) {
        change { pages in
            for name in names { pages.join(name) }
        }
    }

    /// The pages of a connection have stopped listening over it, all at once.
    func leave(_ names: [String]) {
        change { pages in
            for name in names { pages.leave(name) }
        }
    }

    func tell(_ look: OpenPages.Look, of page: String) { change { $0.tell(look, of: page) } }

    /// See ``OpenPages/admit(_:from:)``.
    func admit(_ message: TruexMessage, from page: String) -> Bool {
        change { $0.admit(message, from: page) }
    }

    private func change<Answer>(_ body: (inout OpenPages) -> Answer) -> Answer {
        state.withLock { state in
            let answer = body(&state.pages)
            if state.pages.audience != state.told {
                state.told = state.pages.audience
                tell(state.told)
            }
            return answer
        }
    }
}
