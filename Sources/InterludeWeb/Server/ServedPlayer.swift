import Advertising
import Interlude

/// What the server asks of the player that it serves. Callable from any thread.
package struct ServedPlayer: Sendable {
    let status: @Sendable () -> PlayerStatus
    let carryOut: @Sendable (ControlRequest) async -> ControlReply
    let clickBanner: @Sendable (Advertisement) -> Void

    package init(
        status: @escaping @Sendable () -> PlayerStatus,
        carryOut: @escaping @Sendable (ControlRequest) async -> ControlReply,
        clickBanner: @escaping @Sendable (Advertisement) -> Void
    ) {
        self.status = status
        self.carryOut = carryOut
        self.clickBanner = clickBanner
    }

    package init(_ session: AudioSession) {
        self.init(
            status: { session.status },
            carryOut: { request in
                await withCheckedContinuation { continuation in
                    session.carryOut(request) { continuation.resume(returning: $0) }
                }
            },
            clickBanner: { session.advertisements.onAdBannerClicked(advertisement: $0) })
    }
}
