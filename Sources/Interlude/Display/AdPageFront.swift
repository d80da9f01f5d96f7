import AdDisplay
import Advertising
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

/// Whether something that a reader did with an ad had an effect.
public enum AdPageReply: Hashable, Sendable {
    case accepted
    /// It had none, and this is why.
    case refused(String)
    /// There is no such ad in the page, or not any more.
    case unknown
}

/// Passes on to a page's thread what the session tells on its own.
final class AdPageRelay: AudioSessionDelegate {
    private let mailbox: Mailbox<AdPageLoop.Message>
    private let front: AdPageFront

    init(to mailbox: Mailbox<AdPageLoop.Message>, _ front: AdPageFront) {
        self.mailbox = mailbox
        self.front = front
    }

    func onStatusUpdate(_ status: PlayerStatus) {
        noteTime()
    }

    func showBanner(of advertisement: Advertisement) {
        send(.heard(advertisement))
    }

    func removeBanner() {
        send(.heard(nil))
    }

    func onAdvertisementFinished(_ advertisement: Advertisement, _ status: FinishStatus) {
        send(.ended(advertisement.id))
    }

    /// Of what is not heard at all only the event log tells.
    func onEvent(_ record: EventRecord) {
        let reason = record.field("reason")
        switch record.event {
        case "slot.notUsed":
            // What an app has taken to play it itself is reported when it is over.
            guard reason != "takenByApp", case .integer(let id)? = record.field("spot") else {
                return
            }
            send(.ended(Int(id)))
        case "break.dropped" where reason == "noStream": send(.waitingDropped)
        default: break
        }
    }

    func onSessionEnd(_ end: SessionEnd) {
        send(.soundEnded)
    }

    private func send(_ message: AdPageLoop.Message) {
        noteTime()
        mailbox.send(message)
    }

    /// Called on the session's thread, which alone knows.
    private func noteTime() {
        if let loop = SessionLoop.current { front.heard = loop.machine.heard }
    }
}

extension EventRecord {
    fileprivate func field(_ key: String) -> JSONValue? {
        fields.first { $0.key == key }?.value
    }
}
