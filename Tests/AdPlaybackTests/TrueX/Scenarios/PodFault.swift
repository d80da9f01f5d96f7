import AdPlayback
import MediaTime

/// A way to break a coordinator, to test that the scenarios detect it.
enum PodFault: String, CaseIterable {
    /// Always lands after the placeholder.
    case losesCredit
    /// Treats every end as one with a credit.
    case skipsWithoutCredit
    /// Accepts events of any renderer.
    case believesStaleRenderers
    /// Never releases a renderer.
    case keepsRenderers
    /// Lets listeners seek in a break.
    case leavesControlsFree
    /// Keeps queued spots forever.
    case keepsSpots
    /// Reports the end of a break twice.
    case endsTwice
    /// Stops under every card in the stream.
    case stopsUnderCards

    func bent(
        _ event: TruexCoordinator.Event, in coordinator: TruexCoordinator
    ) -> TruexCoordinator.Event {
        switch (self, event) {
        case (.losesCredit, .renderer(_, .adFreePod)): .wake
        case (.believesStaleRenderers, .renderer(_, let said)):
            coordinator.state.unit.map { .renderer($0.token, said) } ?? event
        default: event
        }
    }

    func bent(
        _ effects: [TruexCoordinator.Effect], of event: TruexCoordinator.Event
    ) -> [TruexCoordinator.Effect] {
        switch self {
        case .skipsWithoutCredit:
            effects.map { effect in
                guard case .land(let landing) = effect else { return effect }
                return .land(TruexLanding(target: landing.target + 960_000, route: landing.route))
            }
        case .keepsRenderers:
            effects.filter { if case .release = $0 { false } else { true } }
        case .leavesControlsFree: effects.filter { $0 != .controls(.locked) }
        case .keepsSpots: effects.filter { $0 != .spots(.release) && $0 != .spots(.drop) }
        case .endsTwice:
            effects.flatMap { effect in
                if case .log(.breakEnded) = effect { [effect, effect] } else { [effect] }
            }
        case .stopsUnderCards:
            effects.flatMap { effect in
                if case .endCard = effect { [effect, .hold] } else { [effect] }
            }
        case .losesCredit, .believesStaleRenderers: effects
        }
    }
}

extension TruexCoordinator.State {
    /// The started unit.
    fileprivate var unit: TruexCoordinator.Unit? {
        switch self {
        case .card(let unit, _), .waitingStart(let unit, _), .interactive(let unit),
            .popup(let unit):
            unit
        case .closed, .content, .waitingForSpot, .leaving, .linearAds: nil
        }
    }
}
