import AdDisplay
import Advertising
import MediaTime
import Synchronization

/// The outside of an ad page: its delegates, the present ads, and the output frame for its log
/// lines.
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

    /// The last output frame that the session has reported as heard.
    var heard: FrameTime {
        get { state.withLock { $0.heard } }
        set { state.withLock { $0.heard = newValue } }
    }

    /// Stores the present ads, and reports them if they have changed.
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

/// Whether a reader's action had an effect.
public enum AdPageReply: Hashable, Sendable {
    case accepted
    /// It had none, for this reason.
    case refused(String)
    /// The page has no such ad.
    case unknown
}

/// Passes events of the session to the page's thread.
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

    /// Only the event log reports a spot that is not heard.
    func onEvent(_ record: EventRecord) {
        let reason = record.field("reason")
        switch record.event {
        case "slot.notUsed":
            // A spot that an app plays itself is reported when it is finished.
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
