import AdDisplay
import AdPlayback
import Advertising
import AudioEncoding
import Interlude

/// The player's interface for the server. Callable from any thread.
package struct ServedPlayer: Sendable {
    let status: @Sendable () -> PlayerStatus
    let carryOut: @Sendable (ControlRequest) async -> ControlReply
    let clickBanner: @Sendable (Advertisement) -> Void

    /// Reports that a page shows a banner.
    package var showBanner: @Sendable (Advertisement) -> Void = { _ in }
    let listen: Listen

    /// Sends a message to the interactive advertisement.
    let truex: @Sendable (TruexMessage) async -> Void

    /// The open pages, which show the interactive advertisement.
    let pages: PageRegistry

    /// Fetches the pictures of advertisements.
    let pictures: AdPictures

    /// The address of the stream's schedule, if there is one. Pictures of its ad servers may be on
    /// the same server or on the public network.
    package var schedule: String?

    /// The source that the player was started with, to which a listener may return; `nil` if it is
    /// unknown.
    package var ownSource: String?

    /// The ads of the page; `nil` for none.
    package var ads: AdPage?

    /// The list of programmes; `nil` for none.
    package var feed: ProgrammeFeed?

    /// Begins to listen to the live mix.
    package typealias Listen =
        @Sendable (
            ListenFormat, _ whenDropped: @escaping @Sendable () -> Void
        ) throws(ListenFailure) -> ListenStream

    package init(
        status: @escaping @Sendable () -> PlayerStatus,
        carryOut: @escaping @Sendable (ControlRequest) async -> ControlReply,
        clickBanner: @escaping @Sendable (Advertisement) -> Void, listen: @escaping Listen,
        truex: @escaping @Sendable (TruexMessage) async -> Void,
        audience: @escaping @Sendable (TruexAudience) -> Void, pictures: AdPictures
    ) {
        self.status = status
        self.carryOut = carryOut
        self.clickBanner = clickBanner
        self.listen = listen
        self.truex = truex
        pages = PageRegistry(audience)
        self.pictures = pictures
    }

    package init(_ session: AudioSession, pictures: AdPictures) {
        self.init(
            status: { session.status },
            carryOut: { request in
                await withCheckedContinuation { continuation in
                    session.carryOut(request) { continuation.resume(returning: $0) }
                }
            },
            clickBanner: { session.advertisements.onAdBannerClicked(advertisement: $0) },
            listen: { format, whenDropped throws(ListenFailure) in
                try session.listen(as: format, whenDropped: whenDropped)
            }, truex: { _ = await session.send(.truex($0)) },
            audience: { session.send(.truexAudience($0)) }, pictures: pictures)
        showBanner = { session.advertisements.onAdBannerShown(advertisement: $0) }
    }
}
