import Advertising
import MediaTime

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
