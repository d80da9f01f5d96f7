/// Decides what becomes of one ad view, and what is told of it.
///
/// A value without I/O, clock or lock: an event goes in, effects come out, and the presenter
/// carries them out in order.
package struct AdViewMachine: Hashable, Sendable {
    package private(set) var state = AdViewState.uninitialized

    /// What was asked for last.
    package private(set) var config: AdConfig?

    /// The ad of this load; `nil` while there is none.
    package private(set) var view: AdViewHandle?

    /// Which load it is, from 1 on.
    package private(set) var generation = 0

    /// Answers that belonged to a load that was over.
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

    /// How much of a banner has to be in view.
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
        // In this order, so that a host that shows it at once is not told that it is loaded after
        // it was told that it is seen.
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
        // What was clicked was seen, whatever has been measured.
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
    /// What can happen to an ad view.
    package enum Event: Hashable, Sendable {
        case load(AdConfig)

        // Answers to ``Effect/request(generation:_:)``.

        case found(generation: Int, AdViewHandle)
        case notFound(generation: Int, AdLoadError)

        // What the page measures and its reader does.

        /// So much of it is in view, from 0 to 1.
        case inView(share: Double)
        case clicked
        case showInterstitial
        /// It was closed, or its spot is over.
        case dismissed
    }
}

extension AdViewMachine {
    /// What the presenter has to do, in the order given.
    package enum Effect: Hashable, Sendable {
        /// Look for an ad; the answer comes back as an event of the same generation.
        case request(generation: Int, AdConfig)

        // What the host is told.

        case stateChanged(AdViewState)
        case adLoaded(AdViewHandle?)
        case adLoadFailed(AdLoadError)

        // What the screen has to do.

        case present(AdViewHandle)
        case dismiss(AdViewHandle)
        case open(String, from: AdViewHandle)

        /// What was asked for is not done.
        case refuse(AdRefusal)
    }
}
