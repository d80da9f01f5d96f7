import MediaTime
import Playout

/// Lets virtual time follow the received stream while a live stream stands still.
///
/// While the stream plays, the sink waits for its samples. While it stands still nothing waits for
/// them, and virtual time would end before more of the stream arrives.
extension SessionLoop {
    /// A live stream that stands still in virtual time.
    struct VirtualTimeHold: Hashable {
        /// An output frame, and the live edge at that frame. From there the edge advances with
        /// output time.
        let start: FrameTime
        let edge: FrameTime

        /// The live edge at output frame `frame`.
        func edge(at frame: FrameTime) -> FrameTime {
            frame == .distantFuture ? frame : edge + max(0, frame - start)
        }
    }

    /// The live edge at output frame `frame`; `nil` if the stream is not live.
    ///
    /// While the stream stands still, audio that arrived early does not count yet.
    func liveEdge(at frame: FrameTime) -> FrameTime? {
        guard let edge = currentStream?.liveEdge else { return nil }
        return min(edge, virtualTimeHold?.edge(at: frame) ?? demandedEdge(at: frame) ?? edge)
    }

    /// The output frame up to which virtual time may advance now, at most `end`. Requests a message
    /// when more of the stream arrives.
    func timeAllowed(until end: FrameTime) -> FrameTime {
        let now = machine.heard
        guard machine.isLiveAtRest(at: now), let stream = currentStream,
            let edge = machine.transport.live.frame ?? stream.liveEdge
        else {
            virtualTimeHold = nil
            return timeAllowedByDemand(until: end) ?? end
        }
        let start = machine.transport.live.frame == nil ? now : machine.transport.live.time
        let virtualTimeHold = virtualTimeHold ?? VirtualTimeHold(start: start, edge: edge)
        self.virtualTimeHold = virtualTimeHold
        if stream.isReceived(before: virtualTimeHold.edge(at: end)) { return end }
        // One second at a time, so that observers see the session advance.
        let next = min(end, now + FrameTime.rate)
        let needed = virtualTimeHold.edge(at: next)
        if stream.isReceived(before: needed) { return next }
        // Any message makes the loop try again.
        stream.notify(whenReceived: needed) { [mailbox] in mailbox.send(.perform { _ in }) }
        return now
    }
}
