import MediaTime

/// How a ``CueBook`` reads the cues of a station.
package struct CueRules: Hashable, Sendable {
    /// What becomes of a break that began before it could be heard whole: because the listener
    /// joined inside it, or because its marker came late.
    package enum Joining: String, Hashable, Sendable, CaseIterable {
        /// The break is as long as a whole one, counted from where it is joined.
        case full
        /// What is left of the break.
        case partial
        /// None: the next break is the first.
        case none
    }

    package var joining = Joining.partial
    /// How far apart two channels may place the start of one break. A start that is known this
    /// much too late counts as whole.
    package var tolerance: Duration = .seconds(2)
    /// When a break ends for which no marker says how long it is, and whose end is never marked.
    package var longest: Duration = .seconds(600)
    /// How much longer than its duration a break may last whose end has to be marked.
    package var grace: Duration = .seconds(5)

    package init() {}
}
