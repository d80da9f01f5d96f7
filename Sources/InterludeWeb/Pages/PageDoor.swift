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

    func join(_ page: String) { change { $0.join(page) } }

    func leave(_ page: String) { change { $0.leave(page) } }

    func tell(_ look: OpenPages.Look, of page: String) { change { $0.tell(look, of: page) } }

    /// See ``OpenPages/admit(_:from:)``.
    func admit(_ message: TruexMessage, from page: String) -> Bool {
        state.withLock { $0.pages.admit(message, from: page) }
    }

    private func change(_ body: (inout OpenPages) -> Void) {
        state.withLock { state in
            body(&state.pages)
            guard state.pages.audience != state.told else { return }
            state.told = state.pages.audience
            tell(state.told)
        }
    }
}
