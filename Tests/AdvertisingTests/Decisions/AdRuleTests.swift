import Testing

@testable import Advertising

/// What wrappers, the operator and the ad itself demand before an ad is chosen.
@Suite("An ad that a server names")
struct AdRuleTests {
    private func codes(
        _ inside: String, _ change: (inout AdRules) -> Void = { _ in }
    ) -> [Int] {
        var rules = AdRules()
        change(&rules)
        let document = AdTagResolutionTests.document(
            AdTagResolutionTests.ad("1", inside: inside))
        let (resolution, _) = Servers(documents: ["a": document]).resolve("a", by: rules)
        return resolution.reports.map(\.code.rawValue)
    }

    @Test("B16: is refused with 205 for a blocked category, and with 204 if it names none")
    func categories() {
        let category = "<Category authority=\"iab\">IAB7</Category>"
        #expect(codes(category) == [] && codes("") == [])
        #expect(codes(category) { $0.blockedCategories = ["IAB8"] } == [])
        #expect(codes(category) { $0.blockedCategories = ["IAB8", "IAB7"] } == [205])
        #expect(codes("") { $0.blockedCategories = ["IAB8"] } == [204])
    }

    @Test("B29: is refused with 200 if listeners may skip it and cannot")
    func skippable() {
        let plain = AdTagResolutionTests.ad("1")
        let skippable = plain.replacing("<Linear>", with: "<Linear skipoffset=\"00:00:05\">")
        var rules = AdRules()
        rules.skippableAds = .refused
        for (ad, codes) in [(plain, []), (skippable, [200])] {
            let servers = Servers(documents: ["a": AdTagResolutionTests.document(ad)])
            let (resolution, _) = servers.resolve("a", by: rules)
            #expect(resolution.reports.map(\.code.rawValue) == codes)
            #expect(servers.resolve("a").resolution.ads.count == 1)
        }
        let servers = Servers(documents: ["a": AdTagResolutionTests.document(skippable)])
        #expect(servers.resolve("a").resolution.ads[0].skipOffset == .time(.seconds(5)))
    }

    private func companions(_ required: String, _ resources: String...) -> String {
        let all = resources.map { resource in
            "<Companion width=\"300\" height=\"250\">\(resource)</Companion>"
        }
        return "<Creatives><Creative><CompanionAds required=\"\(required)\">"
            + all.joined() + "</CompanionAds></Creative></Creatives>"
    }

    @Test("B19: is refused with 602 if companions that it requires cannot be shown")
    func companions() {
        let picture = "<StaticResource creativeType=\"image/png\">http://t/1.png</StaticResource>"
        let program =
            "<StaticResource creativeType=\"text/javascript\">http://t/1.js</StaticResource>"
        let frame = "<IFrameResource>http://t/1.html</IFrameResource>"
        #expect(codes(companions("none", frame)) == [])
        #expect(codes(companions("any", frame)) == [602])
        #expect(codes(companions("any", program)) == [602])
        #expect(codes(companions("any", frame, picture)) == [])
        #expect(codes(companions("all", picture)) == [])
        #expect(codes(companions("all", frame, picture)) == [602])
        #expect(codes(companions("all", picture, picture)) == [602])
    }

    @Test(
        "B19: shows the companion that is most like a square, and tells when it is seen or clicked")
    func picture() {
        func companion(_ name: String, _ width: Int, _ height: Int) -> String {
            """
            <Companion width="\(width)" height="\(height)">
            <StaticResource creativeType="image/png">http://t/\(name)</StaticResource>
            <CompanionClickThrough>http://t/\(name)/go</CompanionClickThrough>
            <CompanionClickTracking>c-\(name)</CompanionClickTracking><TrackingEvents>
            <Tracking event="creativeView">v-\(name)</Tracking></TrackingEvents></Companion>
            """
        }
        let all = [
            companion("wide", 728, 90), companion("near", 300, 250), companion("tall", 160, 600),
        ]
        let inside =
            "<Creatives><Creative><CompanionAds>\(all.joined())</CompanionAds></Creative></Creatives>"
        let document = AdTagResolutionTests.document(AdTagResolutionTests.ad("1", inside: inside))
        let (resolution, _) = Servers(documents: ["a": document]).resolve("a")
        #expect(resolution.ads.map(\.banner) == ["http://t/near"])
        #expect(resolution.ads.map(\.clickThrough) == ["http://t/near/go"])
        #expect(resolution.ads[0].tracking.addresses(for: AdTracking.companionView) == ["v-near"])
        #expect(resolution.ads[0].tracking.addresses(for: AdTracking.click) == ["c-near"])
    }

    @Test("B17, B18, J3: says what is known of it, and whom to tell of clicks and verifications")
    func facts() {
        let inside = """
            <AdServingId>s-1</AdServingId><Category authority="iab">IAB7</Category>
            <AdVerifications><Verification vendor="v"><JavaScriptResource>http://v/js
            </JavaScriptResource><TrackingEvents><Tracking event="verificationNotExecuted">n-1</Tracking>
            </TrackingEvents></Verification></AdVerifications>
            """
        let ad = AdTagResolutionTests.ad("1", sequence: 2, inside: inside)
            .replacing(
                "<Creatives><Creative>",
                with: """
                    <Creatives><Creative><UniversalAdId idRegistry="ad-id.org">CNPA</UniversalAdId>
                    <UniversalAdId idRegistry="x" idValue="7"/>
                    """
            )
            .replacing(
                "<TrackingEvents><Tracking event=\"start\">",
                with: """
                    <VideoClicks><ClickTracking>c-1</ClickTracking></VideoClicks>
                    <TrackingEvents><Tracking event="start">
                    """)
        let servers = Servers(documents: [
            "a": AdTagResolutionTests.document(
                AdTagResolutionTests.wrapper(
                    "w", to: "b",
                    inside: "<AdVerifications><Verification><TrackingEvents>"
                        + "<Tracking event=\"verificationNotExecuted\">n-w</Tracking>"
                        + "</TrackingEvents></Verification></AdVerifications>")),
            "b": AdTagResolutionTests.document(ad),
        ])
        let tracking = servers.resolve("a").resolution.ads.first?.tracking
        #expect(
            tracking?.facts == [
                "ADSERVINGID": "s-1", "ADCATEGORIES": "IAB7", "PODSEQUENCE": "2",
                "UNIVERSALADID": "ad-id.org CNPA,x 7", "ASSETURI": "1.mp3",
            ])
        #expect(tracking?.addresses(for: AdTracking.verificationNotExecuted) == ["n-w", "n-1"])
        #expect(tracking?.addresses(for: AdTracking.click) == ["c-1"])
    }

    @Test("B4: says what an ad is made for, but for a video, of which only the sound is heard")
    func adTypes() {
        let types = ["audio", "hybrid", "video", "other"]
        let ads = types.enumerated().map { index, type in
            AdTagResolutionTests.ad("\(index)", sequence: index + 1, media: "video/mp4")
                .replacing("<Ad ", with: "<Ad adType=\"\(type)\" ")
        }
        let servers = Servers(documents: [
            "a": "<VAST version=\"4.2\">\(ads.joined())</VAST>"
        ])
        let heard = servers.resolve("a").resolution.ads
        #expect(heard.map(\.tracking.facts["ADTYPE"]) == ["audio", "hybrid", nil, nil])
        #expect(heard.map(\.media.address) == ["0.mp3", "1.mp3", "2.mp3", "3.mp3"])
    }

    @Test("B4: has no preference among stand-alone ads, whatever they are made for")
    func standAloneAdTypes() {
        let servers = Servers(documents: [
            "a": AdTagResolutionTests.document(
                AdTagResolutionTests.ad("1").replacing("<Ad ", with: "<Ad adType=\"video\" "),
                AdTagResolutionTests.ad("2").replacing("<Ad ", with: "<Ad adType=\"audio\" "))
        ])
        #expect(servers.resolve("a").resolution.ads.map { $0.id?.description } == ["1"])
    }

    @Test(
        "B10: has the stand-alone ads beside its pod as spares, but for those that cannot be heard")
    func spares() {
        let servers = Servers(documents: [
            "a": AdTagResolutionTests.document(
                AdTagResolutionTests.ad("1", sequence: 1), AdTagResolutionTests.ad("2"),
                AdTagResolutionTests.ad("3", media: "image/png"), AdTagResolutionTests.ad("4"))
        ])
        let (resolution, _) = servers.resolve("a")
        #expect(resolution.spareAds.map { $0.id?.description } == ["2", "4"])
        let alone = Servers(documents: [
            "a": AdTagResolutionTests.document(
                AdTagResolutionTests.ad("1"), AdTagResolutionTests.ad("2"))
        ])
        #expect(alone.resolve("a").resolution.spareAds.isEmpty)
    }

    @Test("of too many documents for a break is reported with 300")
    func tooManyDocuments() {
        let wrappers = (1...50).map { (number: Int) in
            AdTagResolutionTests.wrapper("\(number)", to: "d\(number)", sequence: number)
        }
        let document = "<VAST version=\"4.2\">\(wrappers.joined())</VAST>"
        let (resolution, asked) = Servers(documents: ["a": document]).resolve("a")
        #expect(asked.count == 40)
        #expect(resolution.reports.count { $0.code == .wrapper } == 11)
    }

    @Test(
        "H1: keeps the addresses of its start, however many of another event come before",
        arguments: ["progress", "creativeView", "made-up"])
    func manyAddresses(name: String) {
        let many = (0..<3000).map {
            "<Tracking event=\"\(name)\" offset=\"00:00:0\($0 % 9)\">m-\($0)</Tracking>"
        }
        let ad = AdTagResolutionTests.ad("1")
            .replacing("<TrackingEvents>", with: "<TrackingEvents>" + many.joined())
        let document = AdTagResolutionTests.document(ad)
        let (resolution, _) = Servers(documents: ["a": document]).resolve("a")
        let tracking = resolution.ads.first?.tracking
        #expect(tracking?.addresses(for: "start") == ["s-1"])
        #expect(tracking?.events.count == AdTracking.mostAddresses + 1)
    }

    @Test(
        "H1: bounds the addresses of each event that is told, and of all others together",
        arguments: [("start", 200), ("breakEnd", 200), ("a", 200), ("progress", 200)])
    func limits(name: String, count: Int) {
        let events = (0..<500).flatMap { number in
            [name, "x\(number)"].map { AdTracking.Event(name: $0, address: "\(number)") }
        }
        let others = name == "a" ? 0 : 200
        #expect(events.limited().count == count + others)
    }

    @Test("B13: says no more of it than fits into an address", arguments: [(3, 3), (500, 89)])
    func longFacts(idCount: Int, keptCount: Int) {
        let ids = (100..<100 + idCount).map {
            "<UniversalAdId idRegistry=\"ad-id.example.org\">\($0 * 10)</UniversalAdId>"
        }
        let ad = AdTagResolutionTests.ad(
            "1", inside: "<AdServingId>\(String(repeating: "s", count: 9000))</AdServingId>"
        )
        .replacing("<Creatives><Creative>", with: "<Creatives><Creative>" + ids.joined())
        let document = AdTagResolutionTests.document(ad)
        let facts = Servers(documents: ["a": document]).resolve("a").resolution.ads.first?
            .tracking.facts
        let kept = facts?["UNIVERSALADID"]?.split(separator: ",")
        #expect(kept?.first == "ad-id.example.org 1000")
        #expect(kept?.count == min(idCount, keptCount))
        #expect(facts?["ADSERVINGID"] == nil && facts?["ASSETURI"] == "1.mp3")
    }

    @Test(
        "B16: is refused with 205 if a wrapper blocks its category, alone or in a list",
        arguments: [
            ("IAB7", true), ("IAB8, IAB7", true), ("IAB8,IAB7,", true), ("IAB8", false),
            ("IAB77,IAB", false), ("Food, drink", true),
        ])
    func blockedLists(blocked: String, isBlocked: Bool) {
        let category = blocked.hasPrefix("Food") ? blocked : "IAB7"
        let servers = Servers(documents: [
            "a": AdTagResolutionTests.document(
                AdTagResolutionTests.wrapper(
                    "w", to: "b",
                    inside: "<BlockedAdCategories>\(blocked)</BlockedAdCategories>")),
            "b": AdTagResolutionTests.document(
                AdTagResolutionTests.ad("1", inside: "<Category>\(category)</Category>")),
        ])
        let reports = servers.resolve("a").resolution.reports
        #expect(reports.map(\.code.rawValue) == (isBlocked ? [205] : []))
    }

    @Test(
        "B16: is refused with 205 for a category below a blocked one, in any letter case",
        arguments: [
            ("IAB7", "IAB7-39", true), ("iab7", "IAB7-39", true), ("IAB7-39", "iab7-39", true),
            ("cars", "Cars", true), ("IAB7-39", "IAB7", false), ("IAB7-3", "IAB7-39", false),
            ("IAB2", "IAB22-1", false), ("IAB7", "IAB7-x", false), ("7", "7-1", false),
        ])
    func blockedBelow(blocked: String, category: String, isBlocked: Bool) {
        let inside = "<Category authority=\"a\">\(category)</Category>"
        let expected = isBlocked ? [205] : []
        #expect(codes(inside) { $0.blockedCategories = [blocked] } == expected)
        let servers = Servers(documents: [
            "a": AdTagResolutionTests.document(
                AdTagResolutionTests.wrapper(
                    "w", to: "b",
                    inside: "<BlockedAdCategories>\(blocked)</BlockedAdCategories>")),
            "b": AdTagResolutionTests.document(AdTagResolutionTests.ad("1", inside: inside)),
        ])
        #expect(servers.resolve("a").resolution.reports.map(\.code.rawValue) == expected)
    }

    @Test("B15: expires after the time that it says")
    func expires() {
        let document = AdTagResolutionTests.document(
            AdTagResolutionTests.ad("1", inside: "<Expires>60</Expires>"))
        let (resolution, _) = Servers(documents: ["a": document]).resolve("a")
        #expect(resolution.ads.map(\.expires) == [60])
    }
}
