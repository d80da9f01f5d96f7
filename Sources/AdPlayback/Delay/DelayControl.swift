/// How far behind live a listener may be (contract M7).
package struct DelayControl: Hashable, Sendable, Codable {
    /// The most that is kept of the stream.
    package let maxDelay: Duration

    /// How much of the stream is kept behind its live edge, up to ``maxDelay``.
    package private(set) var available: Duration = .zero

    /// How far behind live the listener is.
    package private(set) var current: Duration = .zero

    /// `maxDelay` is five minutes unless the app asks for another.
    package init(maxDelay: Duration = .seconds(300)) {
        self.maxDelay = max(.zero, maxDelay)
    }

    /// Says that `duration` of the stream is there; more than ``maxDelay`` is not kept.
    ///
    /// Returns the new ``available`` if it has changed.
    package mutating func setAvailable(_ duration: Duration) -> Duration? {
        let clamped = min(max(.zero, duration), maxDelay)
        guard clamped != available else { return nil }
        available = clamped
        current = min(current, available)
        return clamped
    }

    /// Moves the listener as near to `wanted` behind live as can be, and returns where that is.
    package mutating func setDelay(_ wanted: Duration) -> Duration {
        current = min(max(.zero, wanted), available)
        return current
    }
}
