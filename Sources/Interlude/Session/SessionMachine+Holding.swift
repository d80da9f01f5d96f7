import AdPlayback
import MediaTime
import Playout

/// How the programme stands still where it stopped by itself, and goes on from elsewhere.
extension SessionMachine {
    /// The stream is heard no further until ``leaveHold(to:)``.
    mutating func holdStream() {
        guard transport.hold?.phase != .standing else { return }
        // One that was on its way to a frame stands still again there.
        let next = transport.hold?.target ?? transport.incoming?.position
        let streamFrame = next ?? streamFrame(at: heard) ?? FrameTime(configuration.start)
        if next == nil { transport.current?.position = streamFrame }
        transport.hold = Hold(streamFrame: streamFrame)
        transport.rebufferLag = RebufferLag()
        log("stream.held", ["by": "truex", "streamFrame": .integer(streamFrame.frames)])
        wantSwitch()
    }

    /// Has what comes at stream frame `target` decoded, so that it is there when it is wanted.
    mutating func prepareReturn(to target: FrameTime) {
        guard transport.hold?.phase == .standing else { return }
        transport.hold?.target = target
    }

    /// Lets the programme go on at stream frame `target`.
    mutating func leaveHold(to target: FrameTime) {
        if transport.hold == nil { holdStream() }
        guard transport.hold != nil else { return }
        transport.hold?.target = target
        transport.hold?.phase = .leaving
        wantSwitch()
    }

    /// What comes next for a stream that stands still is not kept any more.
    mutating func moveReturn(toOldest oldest: FrameTime) {
        guard let target = transport.hold?.target else { return }
        warn("what comes next is further behind live than is kept: it goes on with the oldest")
        transport.hold?.target = max(target, oldest + FrameTime.rate)
        jump(to: max(target, oldest + FrameTime.rate))
    }

    /// Goes to the target, unless it is on the way there, or cannot be yet.
    mutating func fetchReturn() {
        guard transport.current != nil, let target = transport.hold?.target, isReceived(target)
        else { return }
        let next = transport.incoming?.position ?? transport.current?.position
        if next != target { jump(to: target) }
    }

    /// How many frames of a live stream have still to be received before a stream that stands still
    /// can go on; `nil` if none have.
    var framesToReturn: Int? {
        guard let target = transport.hold?.target, let edge = transport.live.frame,
            !isReceived(target)
        else {
            return nil
        }
        return target - edge
    }

    /// Whether stream frame `frame` is there to be gone to.
    private func isReceived(_ frame: FrameTime) -> Bool {
        guard transport.current?.isLive == true, let edge = transport.live.frame else {
            return true
        }
        return frame <= edge
    }

    /// Where the stream stops by itself as `arrangement` is laid on `plan`; `nil` if it does not.
    func rest(in arrangement: Arrangement, on plan: SessionPlan) -> SessionPlan.Rest? {
        guard let programme = arrangement.programme, programme.state != .waiting,
            let stop = programme.stop
        else { return nil }
        if let before = plan.rest, before.voice == programme.voice, before.streamFrame == stop,
            before.start < arrangement.start
        {
            return before
        }
        return restStart(of: programme, at: stop, in: arrangement, on: plan.timeline).map {
            SessionPlan.Rest(voice: programme.voice, start: $0, streamFrame: stop)
        }
    }

    /// The output frame from which on a stream that stops at `stop` stands still.
    private func restStart(
        of programme: Arrangement.Programme, at stop: FrameTime, in arrangement: Arrangement,
        on timeline: OutputTimeline
    ) -> FrameTime? {
        guard programme.position < stop else {
            // Nothing of it is heard before, but what comes before the stream is.
            let spots = programme.state == .waitingForSpots ? arrangement.breaks.last?.end : nil
            return max(arrangement.start, spots ?? arrangement.start)
        }
        let end = timeline.end(of: programme.voice)
        return end?.source == stop ? end?.output : nil
    }
}
