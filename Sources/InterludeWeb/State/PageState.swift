import AdDisplay
import Advertising
import Interlude
import MediaTime

/// All that the page shows, made of what the session tells. A value without a clock.
struct PageState: Sendable {
    private(set) var status: PlayerStatus
    /// When ``status`` was so.
    private var statusTime: MonotonicTime
    private(set) var timeline = HeardTimeline()
    private(set) var sink: SinkState
    private(set) var level: HeardLevel?
    private(set) var spot: ShownSpot?
    private(set) var latencies: [JSONValue] = []
    /// The ads that are to be seen in the page.
    private(set) var views: [ShownAd] = []
    /// The programme, with ads among it; it is sent by itself.
    private(set) var feed: [ProgrammeRow] = []

    /// The newest spots that were shown, the last of which may have been taken down.
    private(set) var shownSpots: [ShownSpot] = []
    private var shownCount = 0

    private static let mostLatencies = 50
    /// How many banners can still be asked for.
    private static let mostShownSpots = 8

    init(_ status: PlayerStatus, sink: String, at now: MonotonicTime) {
        self.status = status
        statusTime = now
        self.sink = SinkState(name: sink)
    }

    mutating func take(_ news: PageNews, at now: MonotonicTime) {
        switch news {
        case .status(let status):
            self.status = status
            statusTime = now
        case .record(let record): take(record)
        case .level(let level): self.level = level
        case .bannerShown(let advertisement): show(advertisement)
        case .bannerRemoved: spot = nil
        case .views(let views): self.views = views
        case .feed(let rows): feed = rows
        }
    }

    private mutating func take(_ record: EventRecord) {
        timeline.take(record)
        sink.take(record)
        guard record.event == "latency" else { return }
        latencies.append(record.latencyJSON)
        if latencies.count > Self.mostLatencies { latencies.removeFirst() }
    }

    private mutating func show(_ advertisement: Advertisement) {
        shownCount += 1
        let shown = ShownSpot(advertisement: advertisement, number: shownCount)
        spot = shown
        shownSpots.append(shown)
        if shownSpots.count > Self.mostShownSpots { shownSpots.removeFirst() }
        timeline.name(advertisement.title)
    }

    /// The spot whose banner has that number, if that is still known.
    func shownSpot(number: Int) -> ShownSpot? {
        shownSpots.first { $0.number == number }
    }

    /// The status at `now`, if nothing happened since it was told.
    func status(at now: MonotonicTime) -> PlayerStatus {
        status.reckoned(after: .nanoseconds(max(0, now.nanoseconds - statusTime.nanoseconds)))
    }

    /// Whether a page that shows `other`, and counts its times on, is right at `now`.
    func looksLike(_ other: PageState, at now: MonotonicTime) -> Bool {
        timeline == other.timeline && sink == other.sink && spot == other.spot
            && latencies == other.latencies && views == other.views
            && status(at: now).looksLike(other.status(at: now))
    }
}

extension EventRecord {
    /// A `latency` record as the page has it.
    fileprivate var latencyJSON: JSONValue {
        let rest = fields.filter { $0.key != "break" && $0.value != .null }
        return .object(
            [JSONMember("break", .string(text("break"))), JSONMember("t", .decimal(t))] + rest)
    }
}
