/// The programme as rows of stations and episodes with ads, for a page.
///
/// Its observer is told of every change.
public actor ProgrammeFeed {
    private var sections: [ProgrammeSection]
    private let host: MemoryFeed<ProgrammeItem>
    private let helper: StreamAdHelper
    private let log = FeedEventLog()
    private let inlet: AsyncStream<FeedAnswer>.Continuation
    private weak var observer: (any ProgrammeFeedObserver)?
    private var shownRows: [ProgrammeRow] = []

    /// Creates an inactive feed. If an ad is available at once, the first ad has its row.
    ///
    /// `audio` gives the focus to ads that the listener starts; without it no ad is heard.
    public init(
        _ sections: [ProgrammeSection], served: ServedPlacements, source: any FeedAdSource,
        audio: (any FeedAudio)? = nil, observer: (any ProgrammeFeedObserver)? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let (answers, inlet) = AsyncStream.makeStream(of: FeedAnswer.self)
        let driver = FeedTasks(source: source, audio: audio, clock: clock) { inlet.yield($0) }
        self.sections = sections
        self.inlet = inlet
        self.observer = observer
        host = MemoryFeed(sections.map(\.items))
        helper = StreamAdHelper(served, driver: driver)
        helper.host = host
        helper.delegate = host
        helper.observer = log
        helper.preroll()
        host.helper = helper
        Task { [weak self] in
            for await answer in answers { await self?.take(answer) }
        }
    }

    /// Creates the feed of a plan, whose ads are served in turn.
    public init(
        _ plan: ProgrammePlan, audio: (any FeedAudio)? = nil,
        observer: (any ProgrammeFeedObserver)? = nil
    ) {
        self.init(
            plan.sections, served: plan.served, source: RotatingFeedAds(plan.ads), audio: audio,
            observer: observer)
    }

    deinit {
        inlet.finish()
    }

    /// The current rows, from the top.
    public var rows: [ProgrammeRow] {
        host.model.paths.compactMap { path in
            let section = sections[path.section].title
            return switch host.model[path] {
            case .item(let item): ProgrammeRow(item, section: section)
            case .ad: helper.view(at: path).map { ProgrammeRow($0, section: section) }
            case nil: nil
            }
        }
    }

    private func take(_ answer: FeedAnswer) {
        helper.take(answer)
        tell()
    }

    /// Notifies the observer of changes.
    private func tell() {
        for event in log.take() { observer?.onFeedEvent(event) }
        let rows = rows
        guard rows != shownRows else { return }
        shownRows = rows
        observer?.programmeChanged(to: rows)
    }
}

// MARK: - Calls of a page

extension ProgrammeFeed {
    /// Updates the visible rows, counted from 0, and whether they are at rest. Numbers without a
    /// row are ignored.
    public func viewport(first: Int, last: Int, _ motion: FeedMotion) {
        let paths = host.model.paths
        let inView = paths.prefix(max(0, min(last, paths.count - 1) + 1)).dropFirst(max(0, first))
        host.motion = motion
        host.visiblePaths = inView.first.flatMap { first in inView.last.map { first...$0 } }
        helper.updateVisiblePosition()
        for path in inView { helper.requestAd(at: path) }
        tell()
    }

    /// Activates or deactivates the feed; ads start only in an active one.
    public func setActive(_ activity: FeedActivity) {
        helper.setActive(activity)
        tell()
    }

    /// Shows the programme again without its ads.
    public func refresh() {
        refresh(with: sections)
    }

    /// Shows another programme.
    public func refresh(with sections: [ProgrammeSection]) {
        host.visiblePaths = nil
        helper.refresh {
            self.sections = sections
            host.replace(with: sections.map(\.items))
        }
        tell()
    }

    /// Sets the preferred width of ads in points, from the next request on.
    public func setPreferredWidth(_ width: Double) throws(ProgrammeFeedError) {
        guard width > 0, width.isFinite else { throw .badWidth(width) }
        helper.setPreferredAdWidth(width)
    }

    /// Starts the ad of a row on the listener's request.
    public func start(rowID: String) throws(ProgrammeFeedError) {
        helper.startAd(try ad(ofRow: rowID).id)
        tell()
    }

    /// Stops the ad of a row on the listener's request.
    public func stop(rowID: String) throws(ProgrammeFeedError) {
        helper.stopAd(try ad(ofRow: rowID).id)
        tell()
    }

    /// Reports a click on the ad of a row, and returns its target; `nil` without one.
    @discardableResult
    public func click(rowID: String) throws(ProgrammeFeedError) -> String? {
        let view = try ad(ofRow: rowID)
        helper.clickAd(view.id)
        tell()
        return view.ad.advertisement.bannerTargetURL
    }

    private func ad(ofRow id: String) throws(ProgrammeFeedError) -> FeedAdView {
        guard let view = helper.loadedAds.first(where: { "\($0.id)" == id }) else {
            throw .noSuchAd(id)
        }
        return view
    }
}

/// Is notified of changes of a programme feed, on the feed's executor and in order.
public protocol ProgrammeFeedObserver: AnyObject, Sendable {
    /// The rows or their content changed.
    func programmeChanged(to rows: [ProgrammeRow])

    func onFeedEvent(_ event: FeedEvent)
}

/// Why a command was refused.
public enum ProgrammeFeedError: Error, Hashable, Sendable {
    /// No ad's row has this id.
    case noSuchAd(String)
    case badWidth(Double)
}

extension ProgrammeFeedError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noSuchAd(let id):
            "there is no ad '\(id)' in the feed; request the rows again, and use one of their ids"
        case .badWidth(let width):
            "ads cannot be \(width) points wide; give a width above 0"
        }
    }
}

/// Collects the events of a feed's ads until they are taken.
final class FeedEventLog: FeedObserver {
    private var events: [FeedEvent] = []

    func onFeedEvent(_ event: FeedEvent) {
        events.append(event)
    }

    func onAdImpression(adID: String) {}

    func onAdClick(adID: String, landingURL: String?) {}

    func take() -> [FeedEvent] {
        defer { events = [] }
        return events
    }
}
