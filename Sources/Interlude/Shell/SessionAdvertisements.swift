import AdPlayback
import Advertising
import Dispatch
import Platform
import Synchronization

/// The advertisements of a session, as the seed's protocol has them (rules M10 to M14).
final class SessionAdvertisements: Advertisements, Sendable {
    private let mailbox: Mailbox<SessionLoop.Message>
    private let delegates: SessionFront

    init(mailbox: Mailbox<SessionLoop.Message>, delegates: SessionFront) {
        self.mailbox = mailbox
        self.delegates = delegates
    }

    func addObserver(advertisementDelegate: any AdvertisementDelegate) {
        delegates.add(advertisementDelegate)
    }

    func removeObserver(advertisementDelegate: any AdvertisementDelegate) {
        delegates.remove(advertisementDelegate)
    }

    /// Waits for the session's thread, except in it: there a delegate asks, and is answered at
    /// once.
    func getAdvertisement() -> Advertisement? {
        guard delegates.isRunning else { return nil }
        if let loop = SessionLoop.current, loop.mailbox === mailbox { return loop.handOut() }
        let answer = Answer()
        guard mailbox.send(.perform { answer.give($0?.handOut()) }) else { return nil }
        return answer.wait()
    }

    func ignoreReceivedAdvertisements() {
        mailbox.send(.command(.ignoreAdvertisements, reply: { _ in }))
    }

    func onAdBannerClicked(advertisement: Advertisement) {
        mailbox.send(.event(.advertisements(.bannerClicked(id: advertisement.id))))
    }

    /// One advertisement on its way from the session's thread to the one that asked.
    private final class Answer: Sendable {
        private let value = Mutex<Advertisement?>(nil)
        private let isThere = DispatchSemaphore(value: 0)

        func give(_ advertisement: Advertisement?) {
            value.withLock { $0 = advertisement }
            isThere.signal()
        }

        func wait() -> Advertisement? {
            isThere.wait()
            return value.withLock { $0 }
        }
    }
}

extension SessionLoop {
    private static let ofThread = ThreadLocal<SessionLoop>()

    /// The loop whose thread this is; `nil` on any other thread.
    static var current: SessionLoop? {
        get { ofThread.value }
        set { ofThread.value = newValue }
    }
}
