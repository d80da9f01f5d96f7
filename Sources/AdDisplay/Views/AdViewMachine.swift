/// Decides the life of one ad view and its host's notifications.
///
/// A value without I/O, clock or lock; the presenter carries out its effects in order.
package struct AdViewMachine: Hashable, Sendable {
    package private(set) var state = AdViewState.uninitialized

    /// The last requested configuration.
    package private(set) var config: AdConfig?

    /// The ad of this load; `nil` without one.
    package private(set) var view: AdViewHandle?

    /// The number of the load, from 1.
    package private(set) var generation = 0

    /// The number of answers to earlier loads.
    package private(set) var staleCount = 0

    package init() {}

    package mutating func receive(_ event: Event) -> [Effect] {
        switch event {
        case .load(let config): load(config)
        case .found(let generation, let view): found(generation, view)
        case .notFound(let generation, let error): notFound(generation, error)
        case .inView(let share): seen(share)
        case .clicked: click()
        case .showInterstitial: showInterstitial()
        case .dismissed: dismiss()
        }
    }
}

extension AdViewMachine {
    private var isInterstitial: Bool { config?.adType == .interstitial }

    /// The fraction of a banner that must be visible.
    private static let share = 0.5

    private mutating func load(_ config: AdConfig) -> [Effect] {
        let before = covering
        generation += 1
        self.config = config
        view = nil
        return (before.map { [.dismiss($0)] } ?? []) + move(to: .loading)
            + [.request(generation: generation, config)]
    }

    /// The interstitial that covers the screen.
    private var covering: AdViewHandle? {
        switch state {
        case .impressed, .clicked: isInterstitial ? view : nil
        case .uninitialized, .loading, .failed, .loaded, .closed: nil
        }
    }

    private mutating func found(_ generation: Int, _ view: AdViewHandle) -> [Effect] {
        guard isAwaited(generation) else { return [] }
        self.view = view
        // The state first, so that a host that shows the ad at once is told of its states in order.
        return move(to: .loaded) + [.adLoaded(isInterstitial ? nil : view)]
    }

    private mutating func notFound(_ generation: Int, _ error: AdLoadError) -> [Effect] {
        guard isAwaited(generation) else { return [] }
        return move(to: .failed) + [.adLoadFailed(error)]
    }

    private mutating func isAwaited(_ generation: Int) -> Bool {
        let isAwaited = state == .loading && generation == self.generation
        if !isAwaited { staleCount += 1 }
        return isAwaited
    }

    private mutating func seen(_ share: Double) -> [Effect] {
        guard state == .loaded, !isInterstitial, share >= Self.share else { return [] }
        return move(to: .impressed)
    }

    private mutating func click() -> [Effect] {
        switch state {
        case .loaded where isInterstitial: return [.refuse(.notShown)]
        case .loaded, .impressed, .clicked: break
        case .uninitialized, .loading, .failed, .closed: return [.refuse(.notShown)]
        }
        guard let view, let target = view.creative.target else {
            return [.refuse(.nothingToClick)]
        }
        // A clicked ad was seen, whatever was measured.
        let impression = state == .loaded ? move(to: .impressed) : []
        return impression + move(to: .clicked) + [.open(target, from: view)]
    }

    private mutating func showInterstitial() -> [Effect] {
        guard isInterstitial || config == nil else { return [.refuse(.notAnInterstitial)] }
        guard state == .loaded, let view else { return [.refuse(.notLoaded)] }
        return [.present(view)] + move(to: .impressed)
    }

    private mutating func dismiss() -> [Effect] {
        guard isInterstitial || config == nil else { return [.refuse(.notAnInterstitial)] }
        guard let covering else { return [.refuse(.notShown)] }
        return move(to: .closed) + [.dismiss(covering)]
    }

    private mutating func move(to state: AdViewState) -> [Effect] {
        self.state = state
        return [.stateChanged(state)]
    }
}

extension AdViewMachine {
    /// An input of the machine.
    package enum Event: Hashable, Sendable {
        case load(AdConfig)

        // Answers to ``Effect/request(generation:_:)``.

        case found(generation: Int, AdViewHandle)
        case notFound(generation: Int, AdLoadError)

        // Visibility and actions of the reader.

        /// The visible fraction, 0 to 1.
        case inView(share: Double)
        case clicked
        case showInterstitial
        /// It was closed, or its spot ended.
        case dismissed
    }
}

extension AdViewMachine {
    /// An instruction for the presenter, carried out in order.
    package enum Effect: Hashable, Sendable {
        /// Request an ad; the answer is an event of the same generation.
        case request(generation: Int, AdConfig)

        // Notifications of the host.

        case stateChanged(AdViewState)
        case adLoaded(AdViewHandle?)
        case adLoadFailed(AdLoadError)

        // Commands for the screen.

        case present(AdViewHandle)
        case dismiss(AdViewHandle)
        case open(String, from: AdViewHandle)

        /// The command was refused.
        case refuse(AdRefusal)
    }
}
