import AdPlayback
import MediaTime
import Playout

/// What was arranged: the clips, what is to be said about them, and the break they belong to.
package struct Score: Hashable, Sendable {
    package var timeline = OutputTimeline()
    var agenda = Agenda()

    /// The break that is heard or about to be; `nil` between breaks.
    var layout: BreakLayout?
}
