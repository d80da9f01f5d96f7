import AdDisplay
import MediaTime
import Synchronization

/// What the ads of a page show to the outside: its delegates, what is to be seen, and the output
/// frame that lines of its log belong to.
final class AdPageFront: Sendable {
    private let delegates = WeakList<any AdPageDelegate>()
    private let state = Mutex(State())

    private struct State {
        var views: [ShownAd] = []
        var heard = FrameTime.zero
    }

    func add(_ delegate: any AdPageDelegate) {
        delegates.add(ObjectIdentifier(delegate)) { [weak delegate] in delegate }
    }

    var views: [ShownAd] { state.withLock { $0.views } }

    /// Up to where the session was heard when it last told of anything.
    var heard: FrameTime {
        get { state.withLock { $0.heard } }
        set { state.withLock { $0.heard = newValue } }
    }

    /// Keeps what is to be seen, and tells of it if it is something else than before.
    func show(_ views: [ShownAd]) {
        let isNew = state.withLock { state in
            defer { state.views = views }
            return state.views != views
        }
        guard isNew else { return }
        for delegate in delegates.all { delegate.onViewsChanged(views) }
    }

    func log(_ record: EventRecord) {
        for delegate in delegates.all { delegate.onEvent(record) }
    }
}
