import HTTPServing
import Interlude

/// Decides what a listener may ask for, beyond what the session refuses to everybody.
///
/// An operator may go elsewhere in the stream during an advertisement, with `interlude ctl`; a
/// listener at the page may not.
enum ListenerRule {
    /// Why `role` may not make `request`; `nil` if it may.
    ///
    /// A listener controls what is listened to. What is queued, and whether the player runs at all,
    /// is the operator's.
    static func refusal(of request: ControlRequest, from role: RequestRole) -> String? {
        guard role != .operator else { return nil }
        return switch request {
        case .ignore: "only the operator drops spots; use 'interlude ctl ignore' or --web-token"
        case .stop: "only the operator ends the player; use 'interlude ctl stop' or --web-token"
        case .status, .push, .pause, .resume, .live, .delay, .seek, .volume, .skip, .skipBreak,
            .play,
            .playPublic:
            nil
        }
    }

    /// Why `request` is refused to a listener; `nil` if it is for the session to decide.
    static func refusal(of request: ControlRequest, in status: PlayerStatus) -> String? {
        let controls = status.controls
        let isInBreak = status.adBreak != nil || status.truex != .nothing
        let inBreak = isInBreak ? "not during an advertisement; it is over soon" : nil
        let isLive = status.behindLive != nil
        return switch request {
        case .pause where !controls.pause:
            inBreak ?? (status.isPaused ? "it is paused already" : "nothing plays")
        case .resume where !controls.resume: "nothing is paused"
        case .live where !controls.live:
            inBreak ?? (isLive ? "it is live" : "only a live stream has a live edge")
        case .delay where !controls.delay: inBreak ?? "only a live stream has a delay"
        case .seek where !controls.seek: inBreak ?? "there is nowhere to go in it"
        case .skip where !controls.skip, .skipBreak where !controls.skip:
            "there is no advertisement to be skipped"
        case .pause, .resume, .live, .delay, .seek, .skip, .skipBreak: nil
        case .status, .push, .ignore, .volume, .play, .playPublic, .stop: nil
        }
    }
}
