import AdPlayback
import MediaTime
import Playout

/// How the programme stands still where it stopped by itself, and goes on from elsewhere.
extension Transport {
    /// The stream is heard no further until ``leaveHold(to:in:_:)``.
    mutating func holdStream(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard hold?.phase != .standing else { return }
        // One that was on its way to a frame stands still again there.
        let next = hold?.target ?? incoming?.position
        let streamFrame =
            next ?? streamFrame(at: view.heard, in: view) ?? FrameTime(view.configuration.start)
        if next == nil { current?.position = streamFrame }
        hold = Hold(streamFrame: streamFrame)
        rebufferLag = RebufferLag()
        outbox.log(
            "stream.held", at: view.heard,
            ["by": "truex", "streamFrame": .integer(streamFrame.frames)])
        outbox.wantSwitch()
    }

    /// Has what comes at stream frame `target` decoded, so that it is there when it is wanted.
    mutating func prepareReturn(to target: FrameTime) {
        guard hold?.phase == .standing else { return }
        hold?.target = target
    }

    /// Promises a place to go on at, once what comes next is not kept any more: one that is kept for
    /// ten seconds more, so that it can be prepared and does not move with the live edge. Returns
    /// whether it is another than before.
    mutating func promiseOldest(in view: PlanView) -> Bool {
        guard current?.isLive == true, hold?.phase == .standing, let reach = reach(in: view),
            hold?.oldest != reach.start
        else { return false }
        let margin = min(Self.promise, keptWindow(in: view).frameCount / 2)
        hold?.oldest = reach.start + margin
        return true
    }

    /// How long a promised place is kept at least: ten seconds.
    private static let promise = 10 * FrameTime.rate

    /// Lets the programme go on at stream frame `target`.
    mutating func leaveHold(
        to target: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        if hold == nil { holdStream(in: view, &outbox) }
        guard hold != nil else { return }
        hold?.target = target
        hold?.phase = .leaving
        outbox.wantSwitch()
    }

    /// What comes next for a stream that stands still is not kept any more.
    mutating func moveReturn(
        toOldest oldest: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard let target = hold?.target else { return }
        outbox.warn(Self.leftBehindWords, at: view.heard)
        hold?.target = max(target, oldest + FrameTime.rate)
        jump(to: max(target, oldest + FrameTime.rate), in: view, &outbox)
    }

    /// Goes to the target, unless it is on the way there, or cannot be yet.
    mutating func fetchReturn(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard current != nil, let target = hold?.target, isReceived(target) else { return }
        let next = incoming?.position ?? current?.position
        if next != target { jump(to: target, in: view, &outbox) }
    }

    /// How many frames of a live stream have still to be received before a stream that stands still
    /// can go on; `nil` if none have.
    var framesToReturn: Int? {
        guard let target = hold?.target, let edge = live.frame, !isReceived(target) else {
            return nil
        }
        return target - edge
    }

    /// Whether stream frame `frame` is there to be gone to.
    private func isReceived(_ frame: FrameTime) -> Bool {
        guard current?.isLive == true, let edge = live.frame else { return true }
        return frame <= edge
    }
}
