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
