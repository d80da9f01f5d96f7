import MediaTime

/// Facts that the breaks depend on and that other values keep.
package struct BreakContext: Hashable, Sendable {
    /// The current layout: the newest that the sink has not refused; `nil` before the first.
    package var layout: BreakLayout?

    /// Whether the listener has paused the stream. No break starts in a pause.
    package var isPaused: Bool

    package var output: OutputState

    /// Where the programme is at the output frame that the event is about; `nil` if no stream plays.
    package var programme: ProgrammePlace?

    package init(
        layout: BreakLayout? = nil, isPaused: Bool = false, output: OutputState = .running,
        programme: ProgrammePlace? = nil
    ) {
        self.layout = layout
        self.isPaused = isPaused
        self.output = output
        self.programme = programme
    }
}
