import AdPlayback
import Advertising
import Dispatch
import Platform
import Synchronization

/// The advertisements of a session, for apps that use mycrocast's protocol (rules M10 to M14).
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

    /// Blocks until the session's thread has answered. On that thread itself, as in a call of a
    /// delegate, it answers at once.
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

    func onAdBannerShown(advertisement: Advertisement) {
        mailbox.send(.event(.advertisements(.bannerShown(id: advertisement.id))))
    }

    /// An answer of the session's thread to the thread that waits for it.
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

    /// The loop that runs on the current thread; `nil` if none does.
    static var current: SessionLoop? {
        get { ofThread.value }
        set { ofThread.value = newValue }
    }
}
