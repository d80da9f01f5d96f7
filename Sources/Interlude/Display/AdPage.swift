import AdDisplay
import HTTPAccess
import Platform

/// The ads of one page beside a session: banners between rows and at the bottom, and ads that cover
/// a screen while their own spot is heard.
///
/// Decisions are made on a thread of its own, on which delegates are called. Everything here may be
/// called from any thread. The thread ends with the object.
public final class AdPage: Sendable {
    private let mailbox = Mailbox<AdPageLoop.Message>()
    private let front = AdPageFront()
    private let relay: AdPageRelay
    private let pictures: AdPictures

    /// Shows nothing before a screen is opened. `options` are those of the session.
    ///
    /// Throws if the system starts no thread for it.
    public convenience init(
        _ configuration: AdPageConfiguration, beside session: AudioSession,
        options: SessionOptions = SessionOptions()
    ) throws {
        try self.init(configuration, beside: session, pictures: AdPictures(options))
    }

    /// The same, with pictures that others draw too.
    package init(
        _ configuration: AdPageConfiguration, beside session: AudioSession, pictures: AdPictures
    ) throws(ThreadFailure) {
        self.pictures = pictures
        relay = AdPageRelay(to: mailbox, front)
        session.addDelegate(relay)
        let (mailbox, front) = (mailbox, front)
        try PlatformThread.start(named: "Interlude.Display") {
            AdPageLoop(
                configuration, beside: session, pictures: pictures, mailbox: mailbox, front: front
            ).run()
        }
    }

    deinit {
        mailbox.send(.end)
    }

    /// Has `delegate` told of everything from now on; it is held weakly.
    public func addDelegate(_ delegate: any AdPageDelegate) {
        front.add(delegate)
    }

    /// What is to be seen now, in the order of the places.
    public var views: [ShownAd] { front.views }
}

// MARK: - What readers do

extension AdPage {
    /// A reader has opened a screen of the page. An ad covers each screen once.
    public func opened(_ screen: String = "page") {
        mailbox.send(.opened(screen))
    }

    /// A reader has come back to a screen.
    public func didAppear(_ screen: String = "page") {
        mailbox.send(.didAppear(screen))
    }

    /// A reader has pulled the page down.
    public func pulledToRefresh() {
        mailbox.send(.pulledToRefresh)
    }

    /// So much of a view is in a reader's sight, from 0 to 1.
    public func visibilityChanged(of id: AdViewHandle.ID, to share: Double) async -> AdPageReply {
        await ask { .visibility(id, share, reply: $0) }
    }

    /// A reader has clicked a view, and goes to its target.
    public func click(_ id: AdViewHandle.ID) async -> AdPageReply {
        await ask { .click(id, reply: $0) }
    }

    /// A reader has closed an interstitial; its spot is heard no longer.
    public func close(_ id: AdViewHandle.ID) async -> AdPageReply {
        await ask { .close(id, reply: $0) }
    }

    /// The picture of a view; `nil` if there is no such view, or not any more.
    ///
    /// Throws an `AdLoadError` if the picture cannot be had again.
    public func picture(of id: AdViewHandle.ID) async throws(AdLoadError) -> AdPicture? {
        guard let view = views.first(where: { $0.id == id }) else { return nil }
        return try await pictures.picture(view.view.creative.image)
    }

    private func ask(
        _ message: (@escaping @Sendable (AdPageReply) -> Void) -> AdPageLoop.Message
    ) async -> AdPageReply {
        await withCheckedContinuation { continuation in
            let message = message { continuation.resume(returning: $0) }
            if !mailbox.send(message) { message.turnAway() }
        }
    }
}
