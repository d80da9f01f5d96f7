import AdDisplay
import Advertising

/// A feed in memory with its helper, and a listener who scrolls it: what happens is written down.
final class FeedStage {
    let driver = ManualDriver()
    let feed: MemoryFeed<String>
    let helper: StreamAdHelper
    private let desk: HostDesk

    /// The milliseconds that the helper is told.
    var now: Int64 {
        get { desk.now }
        set { desk.now = newValue }
    }

    private var adCount = 0

    /// An active feed of so many items a section.
    init(
        _ itemCounts: [Int] = [30], _ served: ServedPlacements = ServedPlacements(.stream()),
        tabs: FeedTabs? = nil
    ) {
        feed = MemoryFeed(
            itemCounts.enumerated().map { section, count in
                (0..<count).map { "\(section).\($0)" }
            })
        let desk = HostDesk(feed)
        self.desk = desk
        helper = StreamAdHelper(served, driver: driver, tabs: tabs) { desk.now }
        helper.host = feed
        helper.delegate = desk
        helper.observer = desk
        feed.helper = helper
        helper.setActive(.active)
    }

    /// What the host answers to an offer; `nil` lets the feed in memory answer.
    var answer: ((FeedPath) -> FeedPath?)? {
        get { desk.answer }
        set { desk.answer = newValue }
    }

    /// What was told, one line an event: the name, the ad and its path.
    var log: [String] { desk.log }

    /// What happened to one ad, by the names of the events and their reasons.
    func course(of ad: String) -> [String] {
        log.map { $0.split(separator: " ").map(String.init) }
            .filter { $0[1] == ad && !$0[0].hasPrefix("on") }
            .map { $0[0] }
    }

    func clearLog() { desk.log = [] }

    /// What the host was offered, and where.
    var offers: [HostDesk.Offer] { desk.offers }

    /// The positions of the ads, counted over all sections.
    var adPositions: [Int] {
        let paths = feed.model.paths
        return paths.indices.filter { helper.isAd(at: paths[$0]) }
    }

    /// Whether the helper and the rows of the host are of one mind.
    var agrees: Bool {
        feed.model.paths.allSatisfy { path in
            switch feed.model[path] {
            case .ad(let handle): helper.view(at: path)?.id == handle
            case .item: !helper.isAd(at: path)
            case nil: false
            }
        } && helper.adPaths.allSatisfy { feed.model[$0] != nil }
    }
}

// MARK: - What the listener does

extension FeedStage {
    /// Draws the rows of these positions, and says that they are in view.
    func scroll(_ positions: ClosedRange<Int>, _ motion: FeedMotion = .idle) {
        feed.motion = motion
        show(positions)
        draw(positions)
    }

    /// Says that the rows of these positions are in view.
    func show(_ positions: ClosedRange<Int>) {
        if let first = feed.model.path(at: positions.lowerBound),
            let last = feed.model.path(at: positions.upperBound)
        {
            feed.visiblePaths = first...last
        }
        helper.updateVisiblePosition()
    }

    func draw(_ positions: ClosedRange<Int>) {
        for position in positions {
            if let path = feed.model.path(at: position) { helper.requestAd(at: path) }
        }
    }

    func rest() {
        feed.motion = .idle
        helper.scrollViewStateChanged()
    }
}

// MARK: - What the ad server does

extension FeedStage {
    /// An ad server's answer to the request that waits longest.
    @discardableResult
    func load(_ format: FeedAd.Format = .audioCard) -> FeedAd? {
        guard let request = driver.takeRequest() else { return nil }
        let ad = makeAd(format)
        helper.take(.loaded(request.id, ad))
        return ad
    }

    func fail(_ failure: FeedAdFailure = .failed) {
        if let request = driver.takeRequest() { helper.take(.failed(request.id, failure)) }
    }

    func makeAd(_ format: FeedAd.Format = .audioCard) -> FeedAd {
        adCount += 1
        return .sample("ad\(adCount)", format)
    }

    /// Lets all turns come that were asked for, and those that come of them.
    func takeTurns() {
        while let ticket = driver.takeTurn() { helper.take(.turn(ticket)) }
    }

    /// Answers everything that is asked for until nothing more is.
    func settle() {
        while !driver.open.isEmpty || !driver.turns.isEmpty {
            load()
            takeTurns()
        }
    }

    /// Scrolls through the feed a row at a time, so many rows in view, and serves what is asked.
    func scrollThrough(rowsInView: Int = 4) {
        var top = 0
        while top + rowsInView <= feed.model.paths.count {
            scroll(top...top + rowsInView - 1)
            settle()
            top += 1
        }
    }

    /// Has ads get their rows at these positions: one section, nothing in view, any frequency.
    func insertAds(at positions: Int..., format: FeedAd.Format = .audioCard) {
        for position in positions {
            answer = { _ in FeedPath(section: 0, row: position) }
            helper.requestAd(at: feed.model.paths[position - 1])
            load(format)
            takeTurns()
        }
        answer = nil
    }
}

// MARK: - Samples

extension Placement {
    /// Serves every position, with a frequency of 4 unless a test says otherwise.
    static func stream(
        _ name: String = "STREAM", minPos: Int = 1, maxPos: Int? = nil, servingFreq: Int = 4
    ) -> Placement {
        Placement(name, minPos: minPos, maxPos: maxPos, servingFreq: servingFreq)
    }
}

extension FeedAd {
    static func sample(_ id: String, _ format: Format = .audioCard) -> FeedAd {
        FeedAd(
            id: id, format: format, size: Size(width: 320, height: 100),
            advertisement: Advertisement(
                id: 7, title: "The ad \(id)", audioFileURL: "http://ads.test/\(id).mp3",
                bannerTargetURL: "http://shop.test/\(id)"))
    }
}
