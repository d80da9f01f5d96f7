import Foundation
import Testing

@testable import Advertising

/// What is kept of an ad's addresses and facts, up to which bound.
@Suite("What has to be told of an ad")
struct AdTrackingTests {
    private func tracking(_ events: AdTracking.Event...) -> AdTracking {
        var tracking = AdTracking()
        tracking.events = events
        return tracking
    }

    @Test("H1: has the addresses of an event by its name, and those of a place by the place")
    func addresses() {
        let tracking = tracking(
            .init(name: "start", address: "s"),
            .init(name: "progress", address: "p5", offset: .time(.seconds(5))),
            .init(name: "progress", address: "p-half", offset: .share(0.5)),
            .init(name: "progress", address: "q5", offset: .time(.seconds(5))),
            .init(name: "complete", address: "c"))
        #expect(tracking.addresses(for: "start") == ["s"])
        #expect(tracking.addresses(for: "complete") == ["c"])
        #expect(tracking.addresses(for: "progress").isEmpty)
        #expect(tracking.addresses(forProgressTo: .time(.seconds(5))) == ["p5", "q5"])
        #expect(tracking.addresses(forProgressTo: .share(0.5)) == ["p-half"])
        #expect(tracking.progressOffsets == [.time(.seconds(5)), .share(0.5)])
    }

    @Test("is read as it was written, and without facts from an older recording")
    func recordings() throws {
        var written = tracking(.init(name: "progress", address: "p", offset: .share(1)))
        written.impressions = ["i"]
        written.errors = ["e"]
        written.facts = ["ADTYPE": "audio"]
        let data = try JSONEncoder().encode(written)
        #expect(try JSONDecoder().decode(AdTracking.self, from: data) == written)
        let older = #"{"impressions": ["i"], "errors": ["e"], "events": []}"#
        let read = try JSONDecoder().decode(AdTracking.self, from: Data(older.utf8))
        #expect(read.impressions == ["i"] && read.errors == ["e"] && read.facts.isEmpty)
    }

    private func addresses(_ count: Int) -> [String] { (0..<count).map { "a\($0)" } }

    @Test("H1: has at most two hundred addresses of each kind", arguments: [199, 200, 201])
    func kinds(count: Int) {
        var ad = VASTAd(content: .nothing)
        ad.impressions = addresses(count)
        ad.errors = addresses(count)
        ad.clickTracking = addresses(count)
        ad.verifications = [VASTVerification(notExecuted: addresses(count))]
        ad.tracking = addresses(count).map { VASTTracking(event: "start", address: $0) }
        var tracking = AdTracking()
        tracking.add(ad)
        let kept = addresses(min(count, 200))
        #expect(tracking.impressions == kept && tracking.errors == kept)
        for name in ["start", AdTracking.click, AdTracking.verificationNotExecuted] {
            #expect(tracking.addresses(for: name) == kept, "\(name)")
        }
    }

    @Test("B19: has at most two hundred addresses of its companion", arguments: [199, 200, 201])
    func companions(count: Int) {
        var ad = VASTAd(content: .nothing)
        ad.companions = [
            VASTCompanion(
                resource: "http://t/1.png", clickTracking: addresses(count),
                views: addresses(count))
        ]
        var tracking = AdTracking()
        tracking.add(ad, VASTMedia(address: "m"))
        let kept = addresses(min(count, 200))
        #expect(tracking.addresses(for: AdTracking.companionView) == kept)
        #expect(tracking.addresses(for: AdTracking.click) == kept)
    }

    @Test("has a place of no event but progress, which it leaves out without one")
    func places() {
        var ad = VASTAd(content: .nothing)
        ad.tracking = [
            VASTTracking(event: "start", address: "s", offset: .share(0.5)),
            VASTTracking(event: "progress", address: "p", offset: .share(0.5)),
            VASTTracking(event: "progress", address: "never"),
        ]
        var tracking = AdTracking()
        tracking.add(ad)
        #expect(
            tracking.events == [
                .init(name: "start", address: "s"),
                .init(name: "progress", address: "p", offset: .share(0.5)),
            ])
    }

    @Test("keeps what wrappers want to learn before what the ad does")
    func order() {
        var tracking = AdTracking()
        for name in ["w", "ad"] {
            var ad = VASTAd(content: .nothing)
            ad.impressions = ["i-\(name)"]
            ad.errors = ["e-\(name)"]
            ad.clickTracking = ["c-\(name)"]
            tracking.add(ad)
        }
        #expect(tracking.impressions == ["i-w", "i-ad"] && tracking.errors == ["e-w", "e-ad"])
        #expect(tracking.addresses(for: AdTracking.click) == ["c-w", "c-ad"])
    }

    @Test("bounds all events that nobody is told of together", arguments: [200, 201])
    func untold(count: Int) {
        let events = addresses(count).map { AdTracking.Event(name: "x-\($0)", address: $0) }
        #expect(events.limited() == Array(events.prefix(200)))
    }

    private func facts(_ change: (inout VASTAd) -> Void, media: String = "m") -> [String: String] {
        var ad = VASTAd(content: .nothing)
        change(&ad)
        var tracking = AdTracking()
        tracking.add(ad, VASTMedia(address: media))
        return tracking.facts
    }

    @Test("B13: says nothing of what an ad does not have")
    func fewFacts() {
        #expect(facts { _ in } == ["ASSETURI": "m"])
        #expect(facts { $0.adType = .video } == ["ASSETURI": "m"])
        #expect(facts { $0.adType = .audio }["ADTYPE"] == "audio")
        #expect(facts { $0.sequence = 1 }["PODSEQUENCE"] == "1")
    }

    @Test("B13: says a fact of up to 2048 bytes", arguments: [(2048, true), (2049, false)])
    func factLengths(count: Int, isSaid: Bool) {
        // Two bytes each.
        let text = String(repeating: "é", count: count / 2) + (count % 2 == 0 ? "" : "x")
        let facts = facts({ $0.servingID = text }, media: text)
        #expect(facts["ADSERVINGID"] == (isSaid ? text : nil))
        #expect(facts["ASSETURI"] == (isSaid ? text : nil))
    }

    @Test(
        "B13: says the elements of a list that fit into 2048 bytes with their commas",
        arguments: [
            ([2048], 1), ([2049], 0), ([2049, 1], 0), ([1000, 1047], 2), ([1000, 1048], 1),
            ([1000, 1046, 0], 3), ([1000, 1047, 0], 2), ([1000, 2000, 1], 1),
        ] as [([Int], Int)])
    func listLengths(counts: [Int], keptCount: Int) {
        let list = counts.map { String(repeating: "x", count: $0) }
        let facts = facts {
            $0.categories = list.map { VASTCategory(code: $0) }
            $0.universalIDs = list
        }
        let kept = keptCount == 0 ? nil : list.prefix(keptCount).joined(separator: ",")
        #expect(facts["ADCATEGORIES"] == kept && facts["UNIVERSALADID"] == kept)
    }
}

@Suite("What an operator demands of ads")
struct AdRulesTests {
    @Test("is nothing but a length of at most a day at first")
    func first() {
        let rules = AdRules()
        #expect(rules.lengths == .zero ... .seconds(86_400))
        #expect(rules.mostPerBreak == nil && rules.mostPerHour == nil)
        #expect(rules.interval == .zero && rules.freeStart == .zero)
        #expect(rules.blockedCategories.isEmpty && rules.skippableAds == .heard)
        #expect(!rules.separatesCategories)
    }
}
