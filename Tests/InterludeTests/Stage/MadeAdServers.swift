import Advertising
import Interlude
import MediaTime
import Synchronization

/// Ad servers that answer at once.
final class MadeAdServers: AdDecisionSupply, BeaconSupply {
    private let decisions: [AdDecision]
    private let attempts: [BeaconAttempt]
    private let planned: [PlannedBreak]
    private let state = Mutex(State())

    private struct State {
        var decisionCount = 0
        var attemptCount = 0
        var beacons: [Beacon] = []
        var opportunities: [AdOpportunity] = []
    }

    /// Each request gets the next of `decisions`, and each beacon the next of `attempts`; the last one
    /// of them stays.
    init(
        _ decisions: [AdDecision], _ attempts: [BeaconAttempt] = [.answered(status: 204)],
        planned: [PlannedBreak] = []
    ) {
        self.planned = planned
        self.decisions = decisions
        self.attempts = attempts
    }

    /// The beacons that were sent.
    var beacons: [Beacon] { state.withLock { $0.beacons } }

    /// What was asked for.
    var opportunities: [AdOpportunity] { state.withLock { $0.opportunities } }

    /// The beacons that were sent, as `kind address`.
    var lines: [String] { state.withLock { $0.beacons.map { "\($0.kind) \($0.address)" } } }

    /// The addresses of the documents that have named the beacons.
    var documents: Set<String?> { state.withLock { Set($0.beacons.map(\.documentAddress)) } }

    func decide(
        _ opportunity: AdOpportunity, report: @escaping @Sendable (AdDecision) -> Void
    ) -> any SpotLoad {
        let index = state.withLock { state in
            defer { state.decisionCount += 1 }
            state.opportunities.append(opportunity)
            return state.decisionCount
        }
        report(decisions[min(index, decisions.count - 1)])
        return Load()
    }

    func plan(
        under privacy: AdPrivacy,
        report: @escaping @Sendable ([PlannedBreak], _ reason: String?) -> Void
    ) -> any SpotLoad {
        report(planned, planned.isEmpty ? "there is none" : nil)
        return Load()
    }

    func send(_ beacon: Beacon) async -> BeaconAttempt {
        state.withLock { state in
            defer { state.attemptCount += 1 }
            let attempt = attempts[min(state.attemptCount, attempts.count - 1)]
            if case .answered = attempt { state.beacons.append(beacon) }
            return attempt
        }
    }

    private final class Load: SpotLoad {
        func cancel() {}
    }
}

extension AdDecision {
    /// One with `spots`, of which the servers want to learn everything.
    init(_ spots: Advertisement...) {
        self.init()
        self.spots = spots.map { spot in
            var spot = spot
            spot.tracking = .everything(of: spot.id)
            return spot
        }
        hops = [Hop(address: "http://ads/tag", depth: 0, code: nil)]
    }
}

extension AdTracking {
    /// Addresses that end in the number `id`.
    static func everything(of id: Int) -> AdTracking {
        var tracking = AdTracking()
        tracking.impressions = ["http://ads/i\(id)"]
        tracking.errors = ["http://ads/e\(id)"]
        tracking.events = [
            "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete",
            "pause",
            "resume", "skip", "notUsed",
        ].map { Event(name: $0, address: "http://ads/\($0)\(id)") }
        return tracking
    }
}

/// Ad servers that never answer.
final class SilentAdServers: AdDecisionSupply, BeaconSupply {
    private let cancellations = Mutex(0)

    /// How many requests were cancelled.
    var cancelCount: Int { cancellations.withLock { $0 } }

    func decide(
        _ opportunity: AdOpportunity, report: @escaping @Sendable (AdDecision) -> Void
    ) -> any SpotLoad {
        Load(owner: self)
    }

    func plan(
        under privacy: AdPrivacy,
        report: @escaping @Sendable ([PlannedBreak], _ reason: String?) -> Void
    ) -> any SpotLoad {
        Load(owner: self)
    }

    func send(_ beacon: Beacon) async -> BeaconAttempt { .answered(status: 204) }

    private final class Load: SpotLoad {
        private let owner: SilentAdServers

        init(owner: SilentAdServers) { self.owner = owner }

        func cancel() { owner.cancellations.withLock { $0 += 1 } }
    }
}
