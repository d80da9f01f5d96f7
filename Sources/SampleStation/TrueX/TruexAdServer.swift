import Advertising

/// Owns the service of the ad server.
actor TruexAdServer {
    private var service: TruexAdService
    private let clock: StationClock

    init(_ service: TruexAdService, clock: StationClock) {
        self.service = service
        self.clock = clock
    }

    /// Asks or changes the service.
    func ask<Answer: Sendable>(
        _ work: @Sendable (inout TruexAdService, Duration) throws -> Answer
    ) rethrows -> Answer {
        try work(&service, clock.elapsed())
    }

    /// What a viewer is offered, as the player gets it at `base`.
    func offer(_ request: TruexRequest, base: String) -> JSONNode {
        service.offer(request, at: clock.elapsed()).json(of: service.campaign, base: base)
    }
}
