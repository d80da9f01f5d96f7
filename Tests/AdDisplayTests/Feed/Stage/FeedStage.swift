import AdDisplay
import Advertising

/// A feed in memory with its helper and a scrolling listener. Records what happens.
final class FeedStage {
    let driver = ManualDriver()
    let feed: MemoryFeed<String>
    let helper: StreamAdHelper
    private let recorder: HostRecorder

    /// The helper's time in milliseconds.
    var now: Int64 {
        get { recorder.now }
        set { recorder.now = newValue }
    }

    private var adCount = 0

    /// An active feed with this number of items per section.
    init(
        _ itemCounts: [Int] = [30], _ served: ServedPlacements = ServedPlacements(.stream()),
        tabs: FeedTabs? = nil
    ) {
        feed = MemoryFeed(
            itemCounts.enumerated().map { section, count in
                (0..<count).map { "\(section).\($0)" }
            })
        let recorder = HostRecorder(feed)
        self.recorder = recorder
        helper = StreamAdHelper(served, driver: driver, tabs: tabs) { recorder.now }
        helper.host = feed
        helper.delegate = recorder
        helper.observer = recorder
        feed.helper = helper
        helper.setActive(.active)
    }

    /// The host's answer to an offer; `nil` uses the feed in memory.
    var answer: ((FeedPath) -> FeedPath?)? {
        get { recorder.answer }
        set { recorder.answer = newValue }
    }

    /// One line per event: name, ad and path.
    var log: [String] { recorder.log }

    /// The events of one ad, by name and reason.
    func history(of ad: String) -> [String] {
        log.map { $0.split(separator: " ").map(String.init) }
            .filter { $0[1] == ad && !$0[0].hasPrefix("on") }
            .map { $0[0] }
    }

    func clearLog() { recorder.log = [] }

    /// The offers made to the host.
    var offers: [HostRecorder.Offer] { recorder.offers }

    /// The positions of the ads over all sections.
    var adPositions: [Int] {
        let paths = feed.model.paths
        return paths.indices.filter { helper.isAd(at: paths[$0]) }
    }

    /// Whether the helper and the host's rows are consistent.
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

// MARK: - The listener

extension FeedStage {
    /// Draws the rows at these positions and makes them visible.
    func scroll(_ positions: ClosedRange<Int>, _ motion: FeedMotion = .idle) {
        feed.motion = motion
        show(positions)
        draw(positions)
    }

    /// Makes the rows at these positions visible.
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

// MARK: - The ad server

extension FeedStage {
    /// Answers the oldest request.
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

    /// Runs all requested turns, including those they request.
    func takeTurns() {
        while let ticket = driver.takeTurn() { helper.take(.turn(ticket)) }
    }

    /// Answers requests and runs turns until none is left.
    func settle() {
        while !driver.open.isEmpty || !driver.turns.isEmpty {
            load()
            takeTurns()
        }
    }

    /// Scrolls through the feed by one row at a time, and answers all requests.
    func scrollThrough(rowsInView: Int = 4) {
        var top = 0
        while top + rowsInView <= feed.model.paths.count {
            scroll(top...top + rowsInView - 1)
            settle()
            top += 1
        }
    }

    /// Inserts ads at these positions of one section, with no visible rows and any frequency.
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
    /// Serves every position; the default frequency is 4.
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
