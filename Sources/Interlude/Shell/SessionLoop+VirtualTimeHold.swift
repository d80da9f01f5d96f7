import MediaTime
import Playout

/// How virtual time goes on while a live stream stands still: as the stream comes.
///
/// While it is heard, the sink waits for its samples. While it stands still nobody does, and time
/// would be over before anything more of it had come.
extension SessionLoop {
    /// A live stream that stands still in virtual time.
    struct VirtualTimeHold: Hashable {
        /// An output frame, and the live edge then, which goes on from there with time.
        let start: FrameTime
        let edge: FrameTime

        /// Where the live edge is at output frame `frame`.
        func edge(at frame: FrameTime) -> FrameTime {
            frame == .distantFuture ? frame : edge + max(0, frame - start)
        }
    }

    /// The live edge at output frame `frame`; `nil` for what is no live stream.
    ///
    /// What came early is not there yet while the stream stands still.
    func liveEdge(at frame: FrameTime) -> FrameTime? {
        guard let edge = currentStream?.liveEdge else { return nil }
        return min(edge, virtualTimeHold?.edge(at: frame) ?? edge)
    }

    /// The output frame up to which virtual time may go on by now, at most to `end`.
    func timeAllowed(until end: FrameTime) -> FrameTime {
        let now = machine.heard
        guard machine.isLiveAtRest(at: now), let stream = currentStream,
            let edge = machine.transport.live.frame ?? stream.liveEdge
        else {
            virtualTimeHold = nil
            return end
        }
        let start = machine.transport.live.frame == nil ? now : machine.transport.live.time
        let virtualTimeHold = virtualTimeHold ?? VirtualTimeHold(start: start, edge: edge)
        self.virtualTimeHold = virtualTimeHold
        if stream.isReceived(before: virtualTimeHold.edge(at: end)) { return end }
        // By the second, so that who looks at the session sees it go on.
        let next = min(end, now + FrameTime.rate)
        let needed = virtualTimeHold.edge(at: next)
        if stream.isReceived(before: needed) { return next }
        // Any message has it looked at anew.
        stream.notify(whenReceived: needed) { [mailbox] in mailbox.send(.perform { _ in }) }
        return now
    }
}
