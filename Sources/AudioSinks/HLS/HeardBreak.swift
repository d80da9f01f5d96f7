import MediaTime

/// A break as far as it was heard.
package struct HeardBreak: Hashable, Sendable {
    /// As the event log names it.
    package var name: String
    /// The output frame of its first sample.
    package var start: FrameTime
    /// How many frames it was to have; `nil` if that is not known.
    package var plannedCount: Int?
    /// The first output frame after it; `nil` while it is heard.
    package var end: FrameTime?

    package init(
        _ name: String, start: FrameTime, plannedCount: Int?, end: FrameTime? = nil
    ) {
        self.name = name
        self.start = start
        self.plannedCount = plannedCount
        self.end = end
    }
}
