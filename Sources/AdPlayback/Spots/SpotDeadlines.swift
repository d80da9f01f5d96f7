import MediaTime

/// The timeouts of a spot, in wall time.
package struct SpotDeadlines: Hashable, Sendable, Codable {
    /// From the request to the first bytes.
    package var connect: Duration = .seconds(10)

    /// Between bytes.
    package var stall: Duration = .seconds(10)

    /// From the request to the fully decoded spot.
    package var load: Duration = .seconds(30)

    /// Added to the spot's own length.
    package var playMargin: Duration = .seconds(10)

    package init() {}
}

/// A phase of a spot that a watchdog limits.
package enum WatchdogPhase: String, Hashable, Sendable, Codable, CaseIterable {
    /// Armed with the load; disarmed by ``AdPlayManager/Event/spotConnected(_:)``.
    case connect

    /// Armed when connected. The shell restarts it whenever bytes arrive.
    case stall

    /// Armed with the load; disarmed when the spot is loaded.
    case load

    /// Armed when the spot is first heard; disarmed when it ends.
    case play
}
