import ArgumentParser

/// The clock of the output (`--clock`).
enum ClockArgument: String, Sendable, CaseIterable, ExpressibleByArgument {
    case real
    /// As fast as possible: time is the number of rendered frames.
    case virtual
}
