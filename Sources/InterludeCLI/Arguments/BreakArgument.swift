import ArgumentParser

/// What `--break` does with the stream under an advertisement.
enum BreakArgument: String, Sendable, CaseIterable, ExpressibleByArgument {
    /// The stream goes on unheard.
    case mute
    /// The stream stands still and loses nothing.
    case hold
    /// The stream goes on, quieter.
    case duck
}
