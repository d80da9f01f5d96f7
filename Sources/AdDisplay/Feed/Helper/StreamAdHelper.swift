/// Inserts ads into a feed, and starts and stops them as the listener scrolls (rules I1 to I11).
///
/// It works with paths only, so any list of rows can be its ``FeedHost``. Helper, host, delegate
/// and driver are used on one executor, and may call back during a call.
///
/// A host calls ``preroll(visibleCount:)`` before the feed is first shown, ``requestAd(at:)`` for
/// every row drawn, ``updateVisiblePosition()`` after scrolling, ``scrollViewStateChanged()`` when
/// the feed comes to rest, and ``setActive(_:)`` when it appears and disappears.
public final class StreamAdHelper {
    public weak var delegate: (any StreamAdHelperDelegate)?
    public weak var host: (any FeedHost)?
    public weak var observer: (any FeedObserver)?

    /// The rules and their state.
    package private(set) var machine: FeedMachine

    private let driver: any FeedDriver
    private let tabs: FeedTabs?
    private let now: () -> Int64
    private var inbox: [FeedMachine.Event] = []
    private var work: Work = .none

    private enum Work {
        case none
        case running
    }

    /// Serves a placement or a tag (the seed's `initWithPlacement:`, rule I1).
    ///
    /// `now` returns milliseconds since 1970, which identify each series of requests. Of several
    /// feeds with the same `tabs`, at most one is active.
    public init(
        _ served: ServedPlacements, driver: any FeedDriver, tabs: FeedTabs? = nil,
        now: @escaping () -> Int64 = wallClockMilliseconds
    ) {
        machine = FeedMachine(served, milliseconds: now())
        self.driver = driver
        self.tabs = tabs
        self.now = now
    }

    /// Processes an answer of the driver.
    public func take(_ answer: FeedAnswer) {
        switch answer {
        case .loaded(let id, let ad): send(.loaded(id, ad))
        case .failed(let id, let failure): send(.failed(id, failure))
        case .turn(let ticket): send(.turn(ticket))
        case .audio(let ticket, let event): send(.audio(ticket, event))
        }
    }

    /// Processes an event and carries out its effects. Events that occur meanwhile are queued.
    func send(_ event: FeedMachine.Event) {
        inbox.append(event)
        switch work {
        case .running: return
        case .none: work = .running
        }
        defer { work = .none }
        while !inbox.isEmpty {
            for effect in machine.receive(inbox.removeFirst()) { carryOut(effect) }
        }
    }

    /// Tells the machine the current number of items.
    func countItems() {
        if let host { send(.counted(host.itemCounts)) }
    }

    /// Activates or deactivates the feed; ads start only in the active one (the seed's
    /// `setActive:`, rule I8). Call it when the feed appears and disappears.
    public func setActive(_ activity: FeedActivity) {
        switch activity {
        case .active: tabs?.makeWay(for: self)
        case .inactive: break
        }
        scrollViewStateChanged()
        send(.activityChanged(activity))
    }

    /// Stops and removes all ads, and drops pending requests (the seed's `cleanADs`, rule I10).
    /// Call it before rebuilding the host's data, or use ``refresh(rebuilding:)``. A feed that already
    /// has a thousand ads requests no more until then.
    public func cleanAds() {
        send(.cleaned(milliseconds: now()))
    }
}

// MARK: - Effects

extension StreamAdHelper {
    private func carryOut(_ effect: FeedMachine.Effect) {
        switch effect {
        case .takeReady(let request):
            // An immediate answer is processed before any queued event.
            let ad = driver.readyAd(for: request)
            inbox.insert(
                ad.map { .loaded(request.id, $0) } ?? .failed(request.id, .noAd), at: 0)
        case .load(let request): driver.load(request)
        case .cancel(let id): driver.cancel(id)
        case .armTimer(let id, let timeout): driver.armTimer(for: id, after: timeout)
        case .disarmTimer(let id): driver.disarmTimer(for: id)
        case .offer(let ticket, let view, let path, let insertion):
            let answer = delegate?.onAdLoaded(view, at: path, insertion)
            inbox.insert(.answered(ticket, answer), at: 0)
        case .enqueueTurn(let ticket): driver.enqueueTurn(ticket)
        case .insertRow(let view, let path): host?.insertRow(view, at: path)
        case .deleteRows(let paths): host?.deleteRows(at: paths)
        case .reload: host?.reload()
        case .animate(let view, let path):
            delegate?.onAdAnimation(view, at: path)
            host?.rowHeightChanged(at: path, to: view.rowHeight, within: .seconds(1))
        case .requestAudio(let ticket, let advertisement):
            driver.requestAudio(ticket, for: advertisement)
        case .releaseAudio(let ticket): driver.releaseAudio(ticket)
        case .tell(let event): tell(event)
        }
    }

    private func tell(_ event: FeedEvent) {
        observer?.onFeedEvent(event)
        guard let ad = event.ad else { return }
        switch event.kind {
        case .impression: observer?.onAdImpression(adID: ad)
        case .clicked(let target): observer?.onAdClick(adID: ad, landingURL: target)
        case .requested, .loaded, .failed, .inserted, .refused, .removed, .shown, .hidden,
            .started, .stopped, .replayed, .unmuted, .muted:
            break
        }
    }
}

/// Feeds of which at most one is active, such as those of several tabs (rule I8).
///
/// Used on the executor of its helpers.
public final class FeedTabs {
    private weak var active: StreamAdHelper?

    public init() {}

    /// Deactivates the active feed before another becomes active.
    func makeWay(for helper: StreamAdHelper) {
        if let active, active !== helper { active.setActive(.inactive) }
        active = helper
    }
}
