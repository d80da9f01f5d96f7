import MediaTime

/// How long a spot may take for each step of its life, in wall time.
package struct SpotDeadlines: Hashable, Sendable, Codable {
    /// From asking for the spot to its first bytes.
    package var connect: Duration = .seconds(10)

    /// From any bytes to the next ones.
    package var stall: Duration = .seconds(10)

    /// From asking for the spot to having the whole of it, decoded.
    package var load: Duration = .seconds(30)

    /// What playing may last beyond the spot's own length.
    package var playMargin: Duration = .seconds(10)

    package init() {}
}

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
