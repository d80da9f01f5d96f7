import HTTPServing
import Interlude

/// Decides which requests of a page are refused, in addition to those that the session refuses.
///
/// A listener may not seek during an advertisement. The operator may, as with `interlude ctl`.
enum ListenerRule {
    /// Why `role` may not send `request`; `nil` if it may.
    ///
    /// A listener controls playback. Only the operator removes spots and stops the player.
    static func refusal(of request: ControlRequest, from role: RequestRole) -> String? {
        guard role != .operator else { return nil }
        return switch request {
        case .ignore, .ignoreSpot:
            "only the operator may remove spots; use 'interlude ctl ignore' or --web-token"
        case .consent: "only the operator may set a consent; use 'interlude ctl consent'"
        case .stop: "only the operator may stop the player; use 'interlude ctl stop' or --web-token"
        case .status, .push, .pushAndWait, .pushInStream, .pause, .resume, .live, .delay, .seek,
            .volume, .adVolume, .mute, .unmute, .skip, .skipBreak, .play, .playPublic:
            nil
        }
    }

    /// Why `request` of a listener is refused at `status`; `nil` if the session decides.
    static func refusal(of request: ControlRequest, in status: PlayerStatus) -> String? {
        let controls = status.controls
        // A spot that was pushed and loads may already disable what follows.
        let isInBreak =
            status.adBreak != nil || status.truex != .nothing || status.queuedSpots > 0
        let inBreak = isInBreak ? "not during an advertisement; try again after it" : nil
        let isLive = status.behindLive != nil
        return switch request {
        case .pause where !controls.pause:
            inBreak ?? (status.isPaused ? "it is already paused" : "nothing plays")
        case .resume where !controls.resume: "nothing is paused"
        case .live where !controls.live:
            inBreak ?? (isLive ? "it is already live" : "only a live stream has a live edge")
        case .delay where !controls.delay: inBreak ?? "only a live stream has a delay"
        case .seek where !controls.seek: inBreak ?? "you cannot seek in this stream"
        case .skip where !controls.skip, .skipBreak where !controls.skip:
            status.adBreak == nil
                ? "there is no advertisement to skip"
                : "this advertisement cannot be skipped now"
        case .pause, .resume, .live, .delay, .seek, .skip, .skipBreak: nil
        case .status, .push, .pushAndWait, .pushInStream, .ignore, .ignoreSpot, .volume,
            .adVolume, .mute, .unmute, .play, .playPublic, .consent, .stop:
            nil
        }
    }
}
