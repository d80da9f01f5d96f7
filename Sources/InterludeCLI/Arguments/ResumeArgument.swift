import ArgumentParser

/// Where `--resume` lets a held live stream go on.
enum ResumeArgument: String, Sendable, CaseIterable, ExpressibleByArgument {
    case live
    /// Where it was held.
    case `continue`
}
