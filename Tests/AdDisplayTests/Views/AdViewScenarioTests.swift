import AdDisplay
import TestSignals
import Testing

@Suite("Any scenario of an ad view")
struct AdViewScenarioTests {
    /// Checks each answer of a machine against the calls before it.
    private struct InvariantChecker {
        var config: AdConfig?
        var state = AdViewState.uninitialized
        var answerCount = 0
        var impressionCount = 0

        mutating func take(
            _ event: AdViewMachine.Event, _ effects: [AdViewMachine.Effect]
        ) {
            if case .load(let config) = event {
                self = InvariantChecker(config: config, state: state)
            }
            let isRefused = effects.contains { if case .refuse = $0 { true } else { false } }
            #expect(!isRefused || effects.count == 1)
            for effect in effects { take(effect) }
        }

        private mutating func take(_ effect: AdViewMachine.Effect) {
            switch effect {
            case .stateChanged(let next):
                #expect(isAllowed(next), "\(state) to \(next)")
                if next == .impressed { impressionCount += 1 }
                state = next
            case .adLoaded(let view):
                answerCount += 1
                #expect(state == .loaded)
                #expect((view == nil) == (config?.adType == .interstitial))
            case .adLoadFailed:
                answerCount += 1
                #expect(state == .failed)
            case .request: #expect(state == .loading)
            case .present: #expect(config?.adType == .interstitial && state == .loaded)
            case .open: #expect(state == .clicked)
            case .dismiss, .refuse: break
            }
            #expect(answerCount <= 1)
            #expect(impressionCount <= 1)
        }

        private func isAllowed(_ next: AdViewState) -> Bool {
            let isInterstitial = config?.adType == .interstitial
            let allowed: [AdViewState] =
                switch state {
                case .uninitialized, .failed, .closed: [.loading]
                case .loading: [.loading, .loaded, .failed]
                case .loaded: [.loading, .impressed]
                case .impressed, .clicked:
                    [.loading, .clicked] + (isInterstitial ? [.closed] : [])
                }
            return allowed.contains(next)
        }
    }

    private static func event(
        _ machine: AdViewMachine, _ random: inout SeededRandom
    ) -> AdViewMachine.Event {
        let configs = [AdConfig.inlineBanner, .screenBanner, .interstitial]
        let generation = max(0, machine.generation - Int.random(in: 0...1, using: &random))
        let config = machine.config ?? configs[Int.random(in: 0..<3, using: &random)]
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return .load(configs[Int.random(in: 0..<3, using: &random)])
        case 1, 2, 3:
            let target = Bool.random(using: &random) ? "http://shop.test/" : nil
            let view = AdViewHandle(
                id: "\(generation)", type: config.adType, creative: .sample(target: target))
            return .found(generation: generation, view)
        case 4: return .notFound(generation: generation, .noAd(unit: "unit"))
        case 5, 6: return .inView(share: Double.random(in: 0...1, using: &random))
        case 7: return .clicked
        case 8: return .showInterstitial
        default: return .dismissed
        }
    }

    @Test("reports each load once, in an allowed order, and nothing of a refused one")
    func scenarios() {
        var random = SeededRandom(seed: 4)
        var reached: Set<AdViewState> = []
        for _ in 0..<1000 {
            var machine = AdViewMachine()
            var checker = InvariantChecker()
            for _ in 0..<40 {
                let event = Self.event(machine, &random)
                checker.take(event, machine.receive(event))
                #expect(checker.state == machine.state)
                reached.insert(machine.state)
            }
        }
        #expect(reached == Set(AdViewState.allCases))
    }
}
