import MediaTime

/// Measures for how long something has gone on, without the time in which it was held.
package struct TruexStopwatch: Hashable, Sendable {
    /// The frames that were counted before it was last held.
    private var counted = 0
    private var runningSince: FrameTime?

    /// A watch at nought, held.
    package init() {}

    /// Goes on; without effect if it runs.
    package mutating func run(from now: FrameTime) {
        if runningSince == nil { runningSince = now }
    }

    /// Stands still; without effect if it does.
    package mutating func hold(at now: FrameTime) {
        counted = elapsed(at: now)
        runningSince = nil
    }

    package var isRunning: Bool { runningSince != nil }

    /// The frames that have passed.
    package func elapsed(at now: FrameTime) -> Int {
        counted + (runningSince.map { now - $0 } ?? 0)
    }

    /// When `frameCount` frames will have passed; `nil` while it is held.
    package func reaches(_ frameCount: Int) -> FrameTime? {
        runningSince.map { $0 + (frameCount - counted) }
    }
}
