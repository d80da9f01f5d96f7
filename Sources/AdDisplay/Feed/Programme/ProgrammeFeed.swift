/// The programme as a list of rows, stations and episodes, with ads among them: what a page shows.
///
/// It tells its observer of every change, so a page that listens is always up to date.
public actor ProgrammeFeed {
    private var sections: [ProgrammeSection]
    private let host: MemoryFeed<ProgrammeItem>
    private let helper: StreamAdHelper
    private let log = FeedEventLog()
    private let inlet: AsyncStream<FeedAnswer>.Continuation
    private weak var observer: (any ProgrammeFeedObserver)?
    private var shownRows: [ProgrammeRow] = []

    /// A feed that nobody looks at yet. Its first ad, if one is there already, has its row.
    ///
    /// `audio` lends the focus to ads that the listener starts; without it none is heard.
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

    /// A feed of what a plan says, whose ads come in turn.
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

    /// The rows as they are, from the top down.
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

    /// Tells the observer what has changed.
    private func tell() {
        for event in log.take() { observer?.onFeedEvent(event) }
        let rows = rows
        guard rows != shownRows else { return }
        shownRows = rows
        observer?.programmeChanged(to: rows)
    }
}

// MARK: - What a page does

extension ProgrammeFeed {
    /// Takes in that the rows of these numbers, counted from 0, are in view, and whether they are
    /// at rest. Rows that there are not are left out.
    public func viewport(first: Int, last: Int, _ motion: FeedMotion) {
        let paths = host.model.paths
        let inView = paths.prefix(max(0, min(last, paths.count - 1) + 1)).dropFirst(max(0, first))
        host.motion = motion
        host.visiblePaths = inView.first.flatMap { first in inView.last.map { first...$0 } }
        helper.updateVisiblePosition()
        for path in inView { helper.requestAd(at: path) }
        tell()
    }

    /// Says whether the page is looked at; ads start only in one that is.
    public func setActive(_ activity: FeedActivity) {
        helper.setActive(activity)
        tell()
    }

    /// Shows the programme anew, without the ads that were there.
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

    /// Prefers ads of so many points of width, from the next one on.
    public func setPreferredWidth(_ width: Double) throws(ProgrammeFeedError) {
        guard width > 0, width.isFinite else { throw .badWidth(width) }
        helper.setPreferredAdWidth(width)
    }

    /// Starts the ad of a row because the listener wants to hear it.
    public func start(rowID: String) throws(ProgrammeFeedError) {
        helper.startAd(try ad(ofRow: rowID).id)
        tell()
    }

    /// Stops the ad of a row because the listener wants it.
    public func stop(rowID: String) throws(ProgrammeFeedError) {
        helper.stopAd(try ad(ofRow: rowID).id)
        tell()
    }

    /// Reports a click on the ad of a row, and says where it leads; `nil` if nowhere.
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

/// Hears what becomes of a programme feed. Called on the feed's executor, in order.
public protocol ProgrammeFeedObserver: AnyObject, Sendable {
    /// The rows are others than before, or show something else.
    func programmeChanged(to rows: [ProgrammeRow])

    func onFeedEvent(_ event: FeedEvent)
}

/// A wish that the programme feed cannot grant.
public enum ProgrammeFeedError: Error, Hashable, Sendable {
    /// No row of an ad has this id, or not any more.
    case noSuchAd(String)
    case badWidth(Double)
}

extension ProgrammeFeedError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noSuchAd(let id):
            "there is no ad '\(id)' in the feed; ask for the rows again, and use an id of theirs"
        case .badWidth(let width):
            "ads cannot be \(width) points wide; give a width above 0"
        }
    }
}

/// Keeps what happens to the ads of a feed until somebody takes it.
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
