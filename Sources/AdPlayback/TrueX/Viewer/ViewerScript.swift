import MediaTime

/// What a viewer that is written down does with each choice card, and what comes after it.
package struct ViewerScript: Hashable, Sendable, Codable {
    /// In the order of their times.
    package private(set) var steps: [Step]

    package init(_ steps: [Step]) {
        self.steps = steps.sorted { $0.after < $1.after }
    }

    /// One thing that the viewer does.
    package struct Step: Hashable, Sendable, Codable {
        /// Since the first choice card of a renderer was shown.
        package var after: Duration

        package var message: TruexMessage

        package init(after: Duration, _ message: TruexMessage) {
            self.after = after
            self.message = message
        }
    }

    /// What the viewer does, and when, with a card that is shown at `appearance`.
    package func agenda(from appearance: FrameTime) -> [(time: FrameTime, message: TruexMessage)] {
        steps.map { (appearance + $0.after.frameCount, $0.message) }
    }
}
