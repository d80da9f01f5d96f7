import AdDisplay
import Advertising
import Interlude
import MediaTime

/// The state that the page shows, from the session's events. A value without a clock.
struct PageState: Sendable {
    private(set) var status: PlayerStatus
    /// The time of ``status``.
    private var statusTime: MonotonicTime
    private(set) var timeline = HeardTimeline()
    private(set) var level: HeardLevel?
    private(set) var spot: ShownSpot?
    private(set) var latencies: [JSONValue] = []
    private(set) var titles = TitleHistory()
    /// The display ads of the page.
    private(set) var views: [ShownAd] = []
    /// The list of programmes with ads in it; it has an event of its own.
    private(set) var feed: [ProgrammeRow] = []

    /// The latest spots with a banner. The last one may be over.
    private(set) var shownSpots: [ShownSpot] = []
    private var shownCount = 0

    private static let maximumLatencyCount = 50
    /// The number of banners that pages can still request.
    private static let maximumShownSpotCount = 8

    init(_ status: PlayerStatus, at now: MonotonicTime) {
        self.status = status
        statusTime = now
        titles.take(status.title, at: now)
    }

    mutating func take(_ event: PageEvent, at now: MonotonicTime) {
        switch event {
        case .status(let status):
            self.status = status
            statusTime = now
            titles.take(status.title, at: now)
        case .record(let record): take(record)
        case .level(let level): self.level = level
        case .bannerShown(let advertisement):
            show(advertisement)
            titles.takeSpot(advertisement.title, at: now)
        case .bannerRemoved: spot = nil
        case .views(let views): self.views = views
        case .feed(let rows): feed = rows
        }
    }

    private mutating func take(_ record: EventRecord) {
        timeline.take(record)
        guard record.event == "latency" else { return }
        latencies.append(record.latencyJSON)
        if latencies.count > Self.maximumLatencyCount { latencies.removeFirst() }
    }

    private mutating func show(_ advertisement: Advertisement) {
        shownCount += 1
        let shown = ShownSpot(advertisement: advertisement, number: shownCount)
        spot = shown
        shownSpots.append(shown)
        if shownSpots.count > Self.maximumShownSpotCount { shownSpots.removeFirst() }
        timeline.name(advertisement.title)
    }

    /// The spot whose banner has this number; `nil` if it is unknown or too old.
    func shownSpot(number: Int) -> ShownSpot? {
        shownSpots.first { $0.number == number }
    }

    /// The expected status at `now`, if nothing else changed since the last one.
    func status(at now: MonotonicTime) -> PlayerStatus {
        status.projected(after: .nanoseconds(max(0, now.nanoseconds - statusTime.nanoseconds)))
    }

    /// Whether a page that shows `other`, and advances its times, is right at `now`.
    func looksLike(_ other: PageState, at now: MonotonicTime) -> Bool {
        timeline == other.timeline && spot == other.spot
            && latencies == other.latencies && titles == other.titles && views == other.views
            && status(at: now).looksLike(other.status(at: now))
    }
}

extension EventRecord {
    /// A `latency` record as the page gets it.
    fileprivate var latencyJSON: JSONValue {
        let rest = fields.filter { $0.key != "break" && $0.value != .null }
        return .object(
            [JSONMember("break", .string(text("break"))), JSONMember("t", .decimal(t))] + rest)
    }
}

/// A change of the session that pages show.
enum PageEvent: Sendable {
    case status(PlayerStatus)
    case record(EventRecord)
    case level(HeardLevel)
    case bannerShown(Advertisement)
    case bannerRemoved
    case views([ShownAd])
    case feed([ProgrammeRow])
}
