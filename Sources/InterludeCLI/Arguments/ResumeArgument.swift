import ArgumentParser

/// Where a held live stream resumes (`--resume`).
enum ResumeArgument: String, Sendable, CaseIterable, ExpressibleByArgument {
    case live
    /// Where it was held.
    case `continue`
}
