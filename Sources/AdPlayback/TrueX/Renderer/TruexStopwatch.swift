import MediaTime

/// Measures for how long something has gone on, without the time in which it was held.
package struct TruexStopwatch: Hashable, Sendable {
    /// The frames that were counted before it was last held.
    private var counted = 0
    private var runningSince: FrameTime?

    /// A watch at nought, held.
    package init() {}

    package enum Motion: Hashable, Sendable {
        case running
        case held
    }

    /// Lets it go on or stand still from `now` on; without effect if it does already.
    package mutating func set(_ motion: Motion, at now: FrameTime) {
        switch motion {
        case .running:
            if runningSince == nil { runningSince = now }
        case .held:
            counted = elapsed(at: now)
            runningSince = nil
        }
    }

    /// The frames that have passed.
    package func elapsed(at now: FrameTime) -> Int {
        counted + (runningSince.map { now - $0 } ?? 0)
    }

    /// When all of `duration` will have passed; `nil` while it is held.
    package func reaches(_ duration: Duration) -> FrameTime? {
        runningSince.map { $0 + (duration.frameCount - counted) }
    }

    /// What is left of `duration`, as it is shown.
    package func timer(of duration: Duration, at now: FrameTime) -> TruexTimer {
        let left = max(0, duration.frameCount - elapsed(at: now))
        let runs = runningSince != nil && left > 0
        return TruexTimer(seconds: Duration.frames(left).inSeconds, rate: runs ? -1 : 0)
    }
}
