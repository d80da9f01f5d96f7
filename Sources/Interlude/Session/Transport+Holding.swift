import AdPlayback
import MediaTime
import Playout

/// Holds the programme where it stopped by itself, and lets it resume elsewhere.
extension Transport {
    /// Holds the stream until ``leaveHold(to:in:_:)``.
    mutating func holdStream(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard hold?.phase != .standing else { return }
        // A stream on its way to another frame stands still there again.
        let next = hold?.target ?? incoming?.position
        let streamFrame =
            next ?? streamFrame(at: view.heard, in: view) ?? FrameTime(view.configuration.start)
        if next == nil { current?.position = streamFrame }
        hold = Hold(streamFrame: streamFrame)
        rebuffering.lag = RebufferLag()
        outbox.log(
            "stream.held", at: view.heard,
            ["by": "truex", "streamFrame": .integer(streamFrame.frames)])
        outbox.wantSwitch()
    }

    /// Sets the stream frame at which a held stream will resume, so that it is decoded in advance.
    mutating func prepareReturn(to target: FrameTime) {
        guard hold?.phase == .standing else { return }
        hold?.target = target
    }

    /// Promises a place at which a held stream can resume after its next frame was discarded. The
    /// place is kept for ten more seconds, so it can be decoded and does not move with the live
    /// edge.
    ///
    /// Returns whether the promise has changed.
    mutating func promiseOldest(in view: PlanView) -> Bool {
        guard current?.isLive == true, hold?.phase == .standing, let reach = reach(in: view),
            hold?.oldest != reach.start
        else { return false }
        let margin = min(Self.promise, keptWindow(in: view).frameCount / 2)
        hold?.oldest = reach.start + margin
        return true
    }

    /// How long a promised place is kept, in frames: ten seconds, or half of a shorter window.
    private static let promise = 10 * FrameTime.rate

    /// Lets the programme resume at stream frame `target`, as soon as that is decoded.
    mutating func leaveHold(
        to target: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        if hold == nil { holdStream(in: view, &outbox) }
        guard hold != nil else { return }
        hold?.target = target
        hold?.phase = .leaving
        outbox.wantSwitch()
    }

    /// Moves the place at which a held stream resumes, because it is no longer kept.
    mutating func moveReturn(
        toOldest oldest: FrameTime, in view: PlanView, _ outbox: inout SessionOutbox
    ) {
        guard let target = hold?.target else { return }
        outbox.warn(Self.leftBehindWords, at: view.heard)
        hold?.target = max(target, oldest + FrameTime.rate)
        jump(to: max(target, oldest + FrameTime.rate), in: view, &outbox)
    }

    /// Jumps to the target, unless the stream is there or on the way, or the target was not
    /// received yet.
    mutating func fetchReturn(in view: PlanView, _ outbox: inout SessionOutbox) {
        guard current != nil, let target = hold?.target, isReceived(target) else { return }
        let next = incoming?.position ?? current?.position
        if next != target { jump(to: target, in: view, &outbox) }
    }

    /// How many frames of a live stream are still to be received before a held stream can resume;
    /// `nil` if none are.
    var framesToReturn: Int? {
        guard let target = hold?.target, let edge = live.frame, !isReceived(target) else {
            return nil
        }
        return target - edge
    }

    /// Whether stream frame `frame` was received; `true` for a stream that is not live.
    private func isReceived(_ frame: FrameTime) -> Bool {
        guard current?.isLive == true, let edge = live.frame else { return true }
        return frame <= edge
    }
}
