import AdPlayback
import MediaTime
import Playout

/// What was planned: the clips, what is to be said about them, and the break that they belong to.
package struct SessionPlan: Hashable, Sendable {
    package var timeline = OutputTimeline()
    var markers = HeardMarkers()

    /// Where the spots of the break are; `nil` before the first.
    var layout: BreakLayout?

    /// Where the stream stops by itself; `nil` if it plays on, as far as it is planned.
    var rest: Rest?

    /// Where the fade out is over, after which nothing is heard; `nil` if there is none.
    var fadeEnd: FrameTime?

    /// The stream stands still at `streamFrame` from output frame `start` on.
    struct Rest: Hashable, Sendable {
        var voice: Voice
        var start: FrameTime
        var streamFrame: FrameTime
    }
}
