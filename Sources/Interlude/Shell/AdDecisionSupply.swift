import Advertising

/// Asks ad servers for the ads of breaks.
package protocol AdDecisionSupply: Sendable {
    /// Begins to ask. Returns at once, and calls `report` once, on any thread.
    func decide(
        _ opportunity: AdOpportunity, report: @escaping @Sendable (AdDecision) -> Void
    ) -> any SpotLoad

    /// Begins to load the lists of breaks, from servers that learn `privacy`. Returns at once, and
    /// calls `report` once, on any thread: with the breaks, and the reason why some cannot be read.
    func plan(
        under privacy: AdPrivacy,
        report: @escaping @Sendable ([PlannedBreak], _ reason: String?) -> Void
    ) -> any SpotLoad
}

/// Sends beacons to ad servers.
package protocol BeaconSupply: Sendable {
    /// Sends `beacon` once, and returns the result.
    func send(_ beacon: Beacon) async -> BeaconAttempt
}

/// The result of one try to send a beacon.
package enum BeaconAttempt: Hashable, Sendable {
    /// The server has answered with this HTTP status, and has the beacon.
    case answered(status: Int)
    /// The server does not have the beacon, and may take it later.
    case undelivered(reason: String)
    /// The server answers that it does not take the beacon now. The wait is the one that it requests;
    /// `nil` if it requests none.
    case postponed(reason: String, wait: Duration? = nil)
    /// The server refuses the beacon, or may have it already.
    case failed(reason: String)

    /// Whether the server has the beacon.
    package var isAnswered: Bool {
        if case .answered = self { true } else { false }
    }
}
