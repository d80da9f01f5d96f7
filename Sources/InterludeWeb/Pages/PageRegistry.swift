import AdPlayback
import Synchronization

/// Shares ``OpenPages`` between connections, and reports changes of the audience to the player.
final class PageRegistry: Sendable {
    private let state = Mutex(State())
    private let report: @Sendable (TruexAudience) -> Void

    private struct State {
        var pages = OpenPages()
        var reported = TruexAudience.unknown
    }

    /// `report` is called on any thread, in order, under a lock. It must not wait.
    init(_ report: @escaping @Sendable (TruexAudience) -> Void) {
        self.report = report
    }

    /// Reports that no page is open yet.
    func open() { change { _ in } }

    /// Adds a connection with the pages that share it.
    func join(_ names: [String]) {
        change { pages in
            for name in names { pages.join(name) }
        }
    }

    /// Removes a connection with all of its pages at once.
    func leave(_ names: [String]) {
        change { pages in
            for name in names { pages.leave(name) }
        }
    }

    func setVisibility(_ visibility: OpenPages.Visibility, of page: String) {
        change { $0.setVisibility(visibility, of: page) }
    }

    /// See ``OpenPages/admit(_:from:)``.
    func admit(_ message: TruexMessage, from page: String) -> Bool {
        change { $0.admit(message, from: page) }
    }

    private func change<Answer>(_ body: (inout OpenPages) -> Answer) -> Answer {
        state.withLock { state in
            let answer = body(&state.pages)
            if state.pages.audience != state.reported {
                state.reported = state.pages.audience
                report(state.reported)
            }
            return answer
        }
    }
}
