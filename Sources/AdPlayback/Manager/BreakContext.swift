/// What the breaks depend on and the ad-play manager does not keep, because it is decided elsewhere.
package struct BreakContext: Hashable, Sendable {
    /// The layout that holds: the last one that the manager made and the sink did not refuse; `nil`
    /// before the first.
    package var layout: BreakLayout?

    /// Whether the listener has paused the stream. No break begins in a pause.
    package var isPaused: Bool

    package var output: OutputState

    package init(
        layout: BreakLayout? = nil, isPaused: Bool = false, output: OutputState = .running
    ) {
        self.layout = layout
        self.isPaused = isPaused
        self.output = output
    }
}
