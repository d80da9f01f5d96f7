/// A step of a spot's life that a watchdog guards.
package enum WatchdogPhase: String, Hashable, Sendable, Codable, CaseIterable {
    /// Armed with the load; over with ``AdPlayManager/Event/spotConnected(_:)``.
    case connect

    /// Armed when connected. The shell restarts it by itself whenever bytes come in.
    case stall

    /// Armed with the load; over when the spot is loaded.
    case load

    /// Armed when the spot is first heard; over when it ends.
    case play
}
