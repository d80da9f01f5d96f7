import MediaTime
import Testing

@testable import Advertising

/// Ads that a list of breaks has, or names.
@Suite("The ads of a break in a list")
struct AdOriginTests {
    private typealias Tags = AdTagResolutionTests

    /// Wrappers at the addresses 0 to 6, each of the next one.
    private static let chain = Servers(
        documents: Dictionary(
            uniqueKeysWithValues: (0...6).map {
                ("\($0)", Tags.document(Tags.wrapper("\($0)", to: "\($0 + 1)")))
            }))

    private func resolution(
        _ document: String, allowsSeveral: Bool = true, rules: AdRules = AdRules()
    ) throws -> AdTagResolution {
        AdTagResolution(
            try VASTDocument(parsing: Array(document.utf8)), in: "list",
            allowsSeveral: allowsSeveral, rules: rules)
    }

    @Test("B7: behind an ad tag have as many wrappers as without the list")
    func tags() {
        let chain = Self.chain
        let (resolution, asked) = chain.resolve(AdTagResolution(tags: ["0"], from: "list"))
        #expect(asked == ["0", "1", "2", "3", "4", "5"])
        #expect(resolution.reports.map(\.code) == [.wrapperLimit])
        #expect(resolution.reports.map(\.path) == [["list"] + asked])
        var other = chain
        other.documents["5"] = Tags.document(Tags.ad("last"))
        let heard = other.resolve(AdTagResolution(tags: ["0"], from: "list")).resolution.ads
        #expect(heard.map(\.path) == [["list"] + asked])
    }

    @Test("B7: in the list itself have as many wrappers, the first one in the list")
    func embedded() throws {
        var chain = Self.chain
        let wrapper = Tags.document(Tags.wrapper("w", to: "0"))
        let (resolution, asked) = chain.resolve(try resolution(wrapper))
        #expect(asked == ["0", "1", "2", "3", "4"])
        #expect(resolution.reports.map(\.code) == [.wrapperLimit])
        #expect(resolution.reports.map(\.path) == [["list"] + asked])
        chain.documents["4"] = Tags.document(Tags.ad("last"))
        let heard = chain.resolve(try self.resolution(wrapper)).resolution.ads
        #expect(heard.map(\.path) == [["list"] + asked])
    }

    @Test("need no request if the list has them")
    func complete() throws {
        var resolution = try resolution(
            Tags.document(Tags.ad("1", sequence: 1), Tags.ad("2", sequence: 2)))
        #expect(resolution.begin().isEmpty && resolution.isOver)
        #expect(resolution.ads.map { $0.id?.description } == ["1", "2"])
        #expect(resolution.ads.map(\.path) == [["list"], ["list"]])
        #expect(resolution.failure == nil && resolution.code(of: 1) == nil)
    }

    @Test("are none if the list has none, which its servers learn")
    func none() throws {
        var resolution = try resolution(Tags.document("<Error>none</Error>"))
        #expect(resolution.begin().isEmpty && resolution.isOver && resolution.ads.isEmpty)
        #expect(resolution.failure == .noAd)
        #expect((0...2).map { resolution.code(of: $0) } == [nil, .noAd, nil])
        #expect(resolution.reports.map(\.addresses) == [["none"]])
        #expect(resolution.reports.map(\.path) == [["list"]])
    }

    @Test(
        "B9: are one only if the list allows no more: the first stand-alone ad, or of the pod",
        arguments: [
            ([Tags.ad("1", sequence: 1), Tags.ad("2"), Tags.ad("3")], "2"),
            ([Tags.ad("1", sequence: 1), Tags.ad("2", sequence: 2)], "1"),
            ([Tags.ad("2", sequence: 2), Tags.ad("1", sequence: 1, media: "image/png")], nil),
            ([Tags.ad("1", media: "image/png"), Tags.ad("2")], nil),
        ] as [([String], String?)])
    func single(ads: [String], heard: String?) throws {
        let document = "<VAST version=\"4.2\">\(ads.joined())</VAST>"
        let inside = Servers(documents: [:]).resolve(
            try resolution(document, allowsSeveral: false))
        let behind = Servers(documents: ["tag": document]).resolve(
            AdTagResolution(tags: ["tag"], from: "list", allowsSeveral: false))
        for (resolution, _) in [inside, behind] {
            #expect(resolution.ads.compactMap { $0.id?.description } == (heard.map { [$0] } ?? []))
            #expect(resolution.spareAds.isEmpty)
        }
    }

    @Test("B16, B29: obey what the operator demands")
    func rules() throws {
        var rules = AdRules()
        rules.blockedCategories = ["IAB7"]
        let document = Tags.document(Tags.ad("1"))
        let servers = Servers(documents: ["tag": document])
        let inside = servers.resolve(try resolution(document, rules: rules)).resolution
        let behind = servers.resolve(
            AdTagResolution(tags: ["tag"], from: "list", rules: rules)
        ).resolution
        for resolution in [inside, behind] {
            #expect(resolution.reports.map(\.code) == [.categoryMissing])
        }
    }
}

@Suite("The bounds of a resolution")
struct AdTagBoundTests {
    private typealias Tags = AdTagResolutionTests

    @Test("are sixty ads of a document", arguments: [59, 60, 61])
    func ads(count: Int) {
        let ads = (1...count).map { Tags.ad("\($0)", sequence: $0) }.joined()
        let (resolution, _) = Servers(documents: ["a": Tags.document(ads)]).resolve("a")
        #expect(
            resolution.ads.map { $0.id?.description } == (1...min(count, 60)).map { "\($0)" })
    }

    @Test("are forty requests of a break", arguments: [38, 39, 40])
    func requests(count: Int) {
        let ads = (1...count).map { Tags.wrapper("\($0)", to: "b\($0)", sequence: $0) }.joined()
        let (resolution, asked) = Servers(documents: ["a": Tags.document(ads)]).resolve("a")
        #expect(asked.count == min(count, 39) + 1)
        #expect(resolution.reports.count { $0.code == .wrapper } == max(0, count - 39))
    }

    @Test("are a thousand addresses of reports", arguments: [199, 200])
    func reports(count: Int) {
        let ad = Tags.ad("1", media: "image/png").replacing("<Error>e-1</Error>", with: "")
        let errors = (0..<count).map { "<Error>\($0)</Error>" }.joined()
        let ads = (1...6).map { _ in ad.replacing("<InLine>", with: "<InLine>" + errors) }
        let (resolution, _) = Servers(documents: ["a": Tags.document(ads.joined())]).resolve("a")
        let counts = resolution.reports.map(\.addresses.count)
        #expect(
            counts == (count == 200 ? [200, 200, 200, 200, 200] : [199, 199, 199, 199, 199, 5]))
    }

    @Test("B10: has no spare ad that another server has, that is blocked, or before the answers")
    func spares() {
        let category = "<Category>IAB7</Category>"
        let documents = [
            "a": Tags.document(
                Tags.ad("1", sequence: 1, inside: "<Category>IAB1</Category>"),
                Tags.wrapper("2", to: "b"), Tags.ad("3", inside: category),
                Tags.ad("4", inside: "<Category>IAB1</Category>"))
        ]
        var rules = AdRules()
        rules.blockedCategories = ["IAB7"]
        var resolution = AdTagResolution(tags: ["a"], rules: rules)
        _ = resolution.begin()
        #expect(resolution.spareAds.isEmpty && resolution.ads.isEmpty)
        let (resolved, asked) = Servers(documents: documents).resolve("a", by: rules)
        #expect(asked == ["a"])
        #expect(resolved.spareAds.map { $0.id?.description } == ["4"])
        #expect(resolved.spareAds.map(\.tracking.impressions) == [["i-4"]])
    }
}

@Suite("An ad that was decided on")
struct DecidedAdTests {
    private typealias Tags = AdTagResolutionTests

    @Test("leads a click where it says, and else where its companion does")
    func clickThrough() {
        let companion = """
            <Creatives><Creative><CompanionAds><Companion>
            <StaticResource>http://t/p</StaticResource>
            <CompanionClickThrough>http://t/companion</CompanionClickThrough></Companion>
            </CompanionAds></Creative></Creatives>
            """
        let beside = Tags.ad("1", inside: companion)
        let own = beside.replacing(
            "<Duration>",
            with: "<VideoClicks><ClickThrough>http://t/own</ClickThrough></VideoClicks><Duration>")
        for (ad, target) in [(beside, "http://t/companion"), (own, "http://t/own")] {
            let (resolution, _) = Servers(documents: ["a": Tags.document(ad)]).resolve("a")
            #expect(resolution.ads.map(\.clickThrough) == [target])
            #expect(resolution.ads.map(\.banner) == ["http://t/p"])
        }
    }

    @Test(
        "B15: expires after a whole number of seconds",
        arguments: [("0", 0), (" 60 ", 60), ("1.5", nil), ("soon", nil), ("", nil)]
            as [(String, Int?)])
    func expiry(text: String, seconds: Int?) {
        let document = Tags.document(Tags.ad("1", inside: "<Expires>\(text)</Expires>"))
        let (resolution, _) = Servers(documents: ["a": document]).resolve("a")
        #expect(resolution.ads.map(\.expires) == [seconds])
    }
}
