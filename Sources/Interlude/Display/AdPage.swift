import AdDisplay
import HTTPAccess
import Platform

/// The ads of one page beside a session: banners between rows and at the bottom, and interstitials
/// with a spot.
///
/// It makes its decisions on its own thread and calls its delegates there. All members may be
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

    /// The same, with shared pictures.
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

    /// Adds `delegate`, which is held weakly.
    public func addDelegate(_ delegate: any AdPageDelegate) {
        front.add(delegate)
    }

    /// The present ads, in the order of the places.
    public var views: [ShownAd] { front.views }
}

// MARK: - What readers do

extension AdPage {
    /// A reader has opened a screen. An interstitial covers each screen once.
    public func opened(_ screen: String = "page") {
        mailbox.send(.opened(screen))
    }

    /// A reader has returned to a screen.
    public func didAppear(_ screen: String = "page") {
        mailbox.send(.didAppear(screen))
    }

    /// A reader has pulled the page to refresh it.
    public func pulledToRefresh() {
        mailbox.send(.pulledToRefresh)
    }

    /// The visible share of a view, from 0 to 1.
    public func visibilityChanged(of id: AdViewHandle.ID, to share: Double) async -> AdPageReply {
        await ask { .visibility(id, share, reply: $0) }
    }

    /// A reader has clicked a view and opens its target.
    public func click(_ id: AdViewHandle.ID) async -> AdPageReply {
        await ask { .click(id, reply: $0) }
    }

    /// A reader has closed an interstitial; its spot ends.
    public func close(_ id: AdViewHandle.ID) async -> AdPageReply {
        await ask { .close(id, reply: $0) }
    }

    /// The picture of a view; `nil` if there is no such view.
    ///
    /// Throws an `AdLoadError` if the picture cannot be fetched again.
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

/// The places of ads on a page, and their providers.
public struct AdPageConfiguration: Sendable {
    /// The places of the page, in display order.
    public var placements: [AdPlacement] = Self.usualPlacements

    /// Where the operator's own ads are: a folder that holds a `house-ads.json`, such a list
    /// itself, or its http(s) address. Without one there is no plug-in for house ads.
    public var houseAds: String?

    /// How often interstitials may cover the screen.
    public var interstitials = InterstitialGate()

    /// Plug-ins of the app. A plug-in replaces the built-in one of the same type. Each is created
    /// and used on the page's thread.
    public var plugins: [AdPluginType: @Sendable () -> any AdPlugin] = [:]

    public init() {}

    /// A banner of the present spot at the bottom, a house ad between the rows, and an interstitial
    /// on an opened screen.
    public static let usualPlacements = [
        AdPlacement(
            "spot", AdConfig(adUnitId: "spot", adType: .screenBanner), from: .companionBanners),
        AdPlacement(
            "between", AdConfig(adUnitId: "between", inlineBannerSize: "BOX_BANNER"),
            from: .houseAds),
        AdPlacement(
            "opening", AdConfig(adUnitId: "opening", adType: .interstitial), from: .houseAds),
    ]
}

/// Receives the events of the ads of a page.
///
/// Called on the page's thread, one call after the other; must not block. Every method has an empty
/// default implementation.
public protocol AdPageDelegate: AnyObject, Sendable {
    /// The present ads, in the order of their places.
    func onViewsChanged(_ views: [ShownAd])

    /// A line for the event log, at the last heard output frame.
    func onEvent(_ record: EventRecord)
}

extension AdPageDelegate {
    public func onViewsChanged(_ views: [ShownAd]) {}
    public func onEvent(_ record: EventRecord) {}
}
