import Advertising

/// Owns the desk of the ad server.
actor TruexOffice {
    private var desk: TruexDesk
    private let clock: StationClock

    init(_ desk: TruexDesk, clock: StationClock) {
        self.desk = desk
        self.clock = clock
    }

    /// Asks or changes the desk.
    func atDesk<Answer: Sendable>(
        _ work: @Sendable (inout TruexDesk, Duration) throws -> Answer
    ) rethrows -> Answer {
        try work(&desk, clock.elapsed())
    }

    /// What a viewer is offered, as the player gets it at `base`.
    func offer(_ request: TruexRequest, base: String) -> JSONNode {
        desk.offer(request, at: clock.elapsed()).json(of: desk.campaign, base: base)
    }
}
