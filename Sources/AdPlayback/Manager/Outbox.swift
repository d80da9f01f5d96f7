import Advertising
import MediaTime

/// The effects of one event, as they gather.
struct Outbox {
    /// What the shell counts as now.
    let now: FrameTime

    var effects: [AdPlayManager.Effect] = []

    mutating func send(_ effect: AdPlayManager.Effect) {
        effects.append(effect)
    }

    mutating func log(_ kind: AdEvent.Kind, of breakID: BreakID?, at frame: FrameTime? = nil) {
        send(.log(AdEvent(kind: kind, frame: frame ?? now, breakID: breakID)))
    }

    mutating func log(
        _ kind: AdEvent.Kind, of breakID: BreakID?, slot: PlayToken, _ spot: Advertisement,
        at frame: FrameTime? = nil
    ) {
        send(
            .log(
                AdEvent(
                    kind: kind, frame: frame ?? now, breakID: breakID, slot: slot, spot: spot.id)))
    }
}
