import Advertising
import MediaTime

/// The inputs of one event, and the effects collected while it is processed.
struct Outbox {
    /// All output before this frame was heard.
    let heard: FrameTime

    let context: BreakContext

    var effects: [AdPlayManager.Effect] = []

    var layout: BreakLayout? { context.layout }

    /// The output frames of a spot; `nil` if it is not placed.
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
        _ kind: AdEvent.Kind, of breakID: BreakID?, _ player: AdvertisementPlayer,
        at frame: FrameTime? = nil
    ) {
        var event = AdEvent(
            kind: kind, frame: frame ?? heard, breakID: breakID, slot: player.token,
            spot: player.advertisement)
        event.bumper = player.bumper
        send(.log(event))
    }

    mutating func log(
        _ kind: AdEvent.Kind, of breakID: BreakID?, slot: PlayToken, _ spot: Advertisement,
        at frame: FrameTime? = nil
    ) {
        send(
            .log(
                AdEvent(
                    kind: kind, frame: frame ?? heard, breakID: breakID, slot: slot, spot: spot)))
    }
}
