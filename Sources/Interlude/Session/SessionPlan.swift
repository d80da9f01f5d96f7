import AdPlayback
import MediaTime
import Playout

/// A plan of the output: the clips, the markers of their events, and the layout of the break.
package struct SessionPlan: Hashable, Sendable {
    package var timeline = OutputTimeline()
    var markers = HeardMarkers()

    /// The layout of the break's spots; `nil` if there was no break yet.
    var layout: BreakLayout?

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
}
