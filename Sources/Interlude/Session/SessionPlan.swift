import AdPlayback
import MediaTime
import Playout

/// A plan of the output: the clips, the markers of their events, and the layout of the break.
package struct SessionPlan: Hashable, Sendable {
    package var timeline = OutputTimeline()
    var markers = HeardMarkers()

    /// The layout of the break's spots; `nil` if there was no break yet.
    var layout: BreakLayout?

    /// The stream, and whether it counts as live in its breaks; `nil` if none was laid.
    var stream: LaidStream?

    /// Where the stream stops by itself; `nil` if it plays on for as long as the plan extends.
    var rest: Rest?

    /// The output frame at which the final fade ends, and with it the output; `nil` if there is
    /// none.
    var fadeEnd: FrameTime?

    /// How long a plan names what was heard, for a sink that renders some of it again.
    static let memory = 2 * FrameTime.rate

    /// The stream stands still at `streamFrame` from output frame `start` on.
    struct Rest: Hashable, Sendable {
        var voice: Voice
        var start: FrameTime
        var streamFrame: FrameTime
    }

    /// The stream of a plan. Whether it counts as live may differ from what is known of it since.
    struct LaidStream: Hashable, Sendable {
        var voice: Voice
        var isLive: Bool
    }

    /// Whether the stream `current` counts as live in the break of `layout` at output frame `frame`.
    ///
    /// A stream may be heard before it is known to be live. If it leaves for a break by then, it counts
    /// as it did until the break ends: otherwise a held stream would run on in the middle of the break.
    func countsAsLive(
        _ current: Transport.Side?, in layout: BreakLayout?, at frame: FrameTime
    ) -> Bool {
        guard let current else { return false }
        if current.hasBegun, let stream, stream.voice == current.voice,
            let start = layout?.lastBreak(before: frame)?.start, start < frame,
            start == self.layout?.lastBreak(before: frame)?.start
        {
            return stream.isLive
        }
        return current.isLive
    }
}
