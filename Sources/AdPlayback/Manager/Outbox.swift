import Advertising
import MediaTime

/// What one event finds, and its effects as they gather.
struct Outbox {
    /// Everything before this output frame was heard.
    let heard: FrameTime

    let context: BreakContext

    var effects: [AdPlayManager.Effect] = []

    /// The layout that holds.
    var layout: BreakLayout? { context.layout }

    /// Where a spot is placed; `nil` if it is not.
    func range(of player: AdvertisementPlayer) -> FrameRange? {
        layout?.range(of: player.token)
    }

    mutating func send(_ effect: AdPlayManager.Effect) {
        effects.append(effect)
    }

    mutating func log(_ kind: AdEvent.Kind, of breakID: BreakID?, at frame: FrameTime? = nil) {
        send(.log(AdEvent(kind: kind, frame: frame ?? heard, breakID: breakID)))
    }

    mutating func log(
        _ kind: AdEvent.Kind, of breakID: BreakID?, slot: PlayToken, _ spot: Advertisement,
        at frame: FrameTime? = nil
    ) {
        send(
            .log(
                AdEvent(
                    kind: kind, frame: frame ?? heard, breakID: breakID, slot: slot, spot: spot.id))
        )
    }
}
