import AdDisplay
import AdPlayback
import Advertising
import AudioEncoding
import Interlude

/// What the server asks of the player that it serves. Callable from any thread.
package struct ServedPlayer: Sendable {
    let status: @Sendable () -> PlayerStatus
    let carryOut: @Sendable (ControlRequest) async -> ControlReply
    let clickBanner: @Sendable (Advertisement) -> Void
    let listen: Listen

    /// Has the interactive advertisement that is shown take a message in.
    let truex: @Sendable (TruexMessage) async -> Void

    /// The pages that show it.
    let pages: PageDoor

    /// The pictures of what it advertises.
    let pictures: AdPictures

    /// Where the stream's schedule is, if it has one: pictures that an ad server of it names may be
    /// there, or in the public network.
    package var schedule: String?

    /// The source that the player was started with: a listener may go back to it. `nil` if it is
    /// not known.
    package var ownSource: String?

    /// The ads of the page; `nil` for none.
    package var ads: AdPage?

    /// The programme with ads among it; `nil` for none.
    package var feed: ProgrammeFeed?

    /// Joins those who listen to what is heard.
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
        pages = PageDoor(audience)
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
    }
}
