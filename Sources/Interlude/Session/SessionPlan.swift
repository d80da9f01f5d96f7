import AdPlayback
import MediaTime
import Playout

/// What was arranged: the clips, what is to be said about them, and the break they belong to.
package struct Score: Hashable, Sendable {
    package var timeline = OutputTimeline()
    var agenda = Agenda()

    /// The break that is heard or about to be; `nil` between breaks.
    var layout: BreakLayout?

    /// Where the stream stops by itself; `nil` if it plays on, as far as it is arranged.
    var rest: Rest?

    /// The stream stands still at `streamFrame` from output frame `start` on.
    struct Rest: Hashable, Sendable {
        var voice: Voice
        var start: FrameTime
        var streamFrame: FrameTime
    }
}
