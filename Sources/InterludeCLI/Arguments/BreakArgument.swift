import ArgumentParser

/// What the stream does during a break (`--break`).
enum BreakArgument: String, Sendable, CaseIterable, ExpressibleByArgument {
    /// The stream continues unheard.
    case mute
    /// The stream stands still, and resumes without a loss.
    case hold
    /// The stream continues at a lower volume.
    case duck
}
