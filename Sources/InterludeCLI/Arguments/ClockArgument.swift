import ArgumentParser

/// What `--clock` runs by.
enum ClockArgument: String, Sendable, CaseIterable, ExpressibleByArgument {
    case real
    /// As fast as the machine can; time is frames rendered.
    case virtual
}
