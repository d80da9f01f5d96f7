import AdDisplay
import Advertising
import Foundation

/// The document of a feed with its placements and ads, and its handling by the rules.
enum FeedFuzz: FuzzTarget {
    static let name = "feed"
    static let kind = FuzzKind.text
    static let words =
        JSONWords.marks + JSONWords.spot + [
            "\"sections\":[", "\"items\":[", "\"source\":", "\"tag\":", "\"placements\":[",
            "\"name\":",
            "\"minPos\":", "\"maxPos\":", "\"servingFreq\":", "\"ads\":{", "\"format\":",
            "\"pullDownCard\"", "\"width\":", "\"height\":", "\"extendedHeight\":", "\"spot\":{",
            "\"ad_config\":{", "\"ad_tag\":", "\"video_ads\":[", "\"offset\":", "\"ad_url\":",
            "\"preroll\"",
        ]

    static func run(_ bytes: [UInt8]) {
        let document = Data(bytes)
        // try?: a malformed document is refused.
        _ = try? JSONDecoder().decode(AdExtensions.self, from: document)
        guard let plan = try? JSONDecoder().decode(ProgrammePlan.self, from: document) else {
            return
        }
        precondition((try? JSONEncoder().encode(plan)) != nil, "a plan cannot be written back")
        scroll(plan)
    }

    /// Lets a listener scroll through the first rows.
    private static func scroll(_ plan: ProgrammePlan) {
        let feed = MemoryFeed(plan.sections.map(\.items))
        let driver = ReadyAds(RotatingFeedAds(plan.ads))
        let helper = StreamAdHelper(plan.served, driver: driver, now: { 0 })
        helper.host = feed
        helper.delegate = feed
        feed.helper = helper
        helper.preroll()
        helper.setActive(.active)
        helper.setPreferredAdWidth(320)
        for _ in 0..<3 {
            let paths = feed.model.paths.prefix(20)
            feed.visiblePaths = paths.first.flatMap { first in paths.last.map { first...$0 } }
            helper.updateVisiblePosition()
            for path in paths { helper.requestAd(at: path) }
            for answer in driver.takeAnswers() { helper.take(answer) }
        }
        helper.cleanAds()
    }
}
