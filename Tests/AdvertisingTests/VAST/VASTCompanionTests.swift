import Testing

@testable import Advertising

/// What is shown beside an ad, and by which names registries know it.
@Suite("A companion")
struct VASTCompanionTests {
    private func ad(_ companions: String...) throws -> VASTAd {
        let all = companions.joined()
        let document = try VASTDocument(
            parsing: Array(
                """
                <VAST version="4.2"><Ad><InLine><Creatives><Creative>\(all)</Creative><Creative>\
                <Linear><MediaFiles><MediaFile>m</MediaFile></MediaFiles></Linear></Creative>\
                </Creatives></InLine></Ad></VAST>
                """.utf8))
        return try #require(document.ads.first)
    }

    private func companions(
        _ inside: String..., required: String = "", attributes: String = ""
    ) -> String {
        let all = inside.map { "<Companion \(attributes)>\($0)</Companion>" }
        return "<CompanionAds \(required)>\(all.joined())</CompanionAds>"
    }

    private static let picture = "<StaticResource>http://t/p</StaticResource>"

    @Test(
        "B19: is shown if it is at most half as long again as it is narrow, or has no size",
        arguments: [
            ("300", "200", true), ("200", "300", true), ("301", "200", false),
            ("200", "301", false), ("1", "1", true), ("1", "2", false), ("2", "1", false),
            ("0", "9", true), ("9", "0", true), ("-1", "9", true), ("x", "9", true),
            ("", "9", true),
        ])
    func sizes(width: String, height: String, isShown: Bool) throws {
        let ad = try ad(
            companions(Self.picture, attributes: "width=\"\(width)\" height=\"\(height)\""))
        #expect((ad.bestPicture != nil) == isShown)
    }

    @Test(
        "B19: is the first of those that are most like a square, as one without a size is",
        arguments: [
            ([(300, 250), nil], 1), ([nil, (300, 250)], 0), ([(100, 100), (200, 200)], 0),
            ([(140, 100), (100, 120), (130, 100)], 1), ([(300, 100), (140, 100)], 1),
            ([(0, 100), (100, 101)], 0),
        ] as [([(Int, Int)?], Int)])
    func choice(sizes: [(Int, Int)?], chosen: Int) {
        var ad = VASTAd(content: .nothing)
        ad.companions = sizes.enumerated().map { index, size in
            VASTCompanion(
                id: "\(index)", width: size?.0, height: size?.1, resource: "http://t/p")
        }
        #expect(ad.bestPicture?.id == "\(chosen)")
    }

    @Test(
        "B19: is shown if it is a picture at an address",
        arguments: [
            ("<StaticResource>http://t/p</StaticResource>", true),
            ("<StaticResource>https://t/p</StaticResource>", true),
            ("<StaticResource creativeType='IMAGE/png'>http://t/p</StaticResource>", true),
            ("<StaticResource creativeType='image'>http://t/p</StaticResource>", false),
            ("<StaticResource creativeType='text/html'>http://t/p</StaticResource>", false),
            ("<StaticResource>data:image/png;base64,AA</StaticResource>", false),
            ("<StaticResource>p.png</StaticResource>", false),
            ("<StaticResource/>", false), ("", false),
            ("<StaticResource/><IFrameResource>http://t/p</IFrameResource>", false),
            ("<HTMLResource>http://t/p</HTMLResource>", false),
        ])
    func pictures(resource: String, isShown: Bool) throws {
        #expect(try (ad(companions(resource)).bestPicture != nil) == isShown)
    }

    @Test(
        "B19: has to be shown as the first creative says that says it",
        arguments: [
            ("", "", .none), ("required='ALL'", "", .all), ("required='any'", "", .any),
            ("required='none'", "required='all'", .none), ("", "required='any'", .any),
            ("required='some'", "required='all'", .all),
        ] as [(String, String, VASTCompanion.Requirement)])
    func requirements(
        first: String, second: String, requirement: VASTCompanion.Requirement
    ) throws {
        let ad = try ad(
            companions(Self.picture, required: first), companions(required: second))
        #expect(ad.requiredCompanions == requirement)
        #expect(ad.verdict == .playable)
    }

    @Test("B19: that has to be shown keeps an ad from being heard where there is none, or too many")
    func missing() throws {
        #expect(try ad(companions(required: "required='all'")).verdict == .playable)
        let missing = VASTDocument.Verdict.error(.companionRequired)
        #expect(try ad(companions(required: "required='any'")).verdict == missing)
        let two = companions(Self.picture, Self.picture, required: "required='all'")
        #expect(try ad(two).verdict == missing)
    }

    @Test("B19: has the addresses that learn of it, each event by its name")
    func addresses() throws {
        let companion = """
            \(Self.picture)<CompanionClickThrough>about:blank</CompanionClickThrough>
            <CompanionClickThrough>http://t/go</CompanionClickThrough>
            <CompanionClickTracking>http://t/c1</CompanionClickTracking>
            <CompanionClickTracking>http://t/c2</CompanionClickTracking><TrackingEvents>
            <Tracking event="creativeView">http://t/v</Tracking><Tracking event="creativeView"/>
            <Tracking event="start">http://t/s</Tracking></TrackingEvents>
            """
        let found = try #require(ad(companions(companion)).bestPicture)
        #expect(found.clickThrough == "http://t/go" && found.views == ["http://t/v"])
        #expect(found.clickTracking == ["http://t/c1", "http://t/c2"])
    }
}

@Suite("The names of an ad")
struct VASTNameTests {
    private func ad(_ inside: String, creative: String = "") throws -> VASTAd {
        let document = try VASTDocument(
            parsing: Array(
                """
                <VAST version="4.2"><Ad><InLine>\(inside)<Creatives>\
                <Creative><UniversalAdId>other</UniversalAdId></Creative>\
                <Creative>\(creative)<Linear/></Creative></Creatives></InLine></Ad></VAST>
                """.utf8))
        return try #require(document.ads.first)
    }

    @Test(
        "B13: are those of its linear creative at the registries that know it",
        arguments: [
            ("", []), ("<UniversalAdId idRegistry='r'>1</UniversalAdId>", ["r 1"]),
            ("<UniversalAdId> 1 </UniversalAdId>", ["unknown 1"]),
            ("<UniversalAdId idRegistry='r' idValue='2'>1</UniversalAdId>", ["r 2"]),
            ("<UniversalAdId idRegistry='r'>Unknown</UniversalAdId>", []),
            ("<UniversalAdId idRegistry='r' idValue='UNKNOWN'>1</UniversalAdId>", []),
            ("<UniversalAdId idRegistry='r'> </UniversalAdId>", []),
            (
                "<UniversalAdId>1</UniversalAdId><UniversalAdId idRegistry='s'>2</UniversalAdId>",
                ["unknown 1", "s 2"]
            ),
        ] as [(String, [String])])
    func universalIDs(creative: String, names: [String]) throws {
        #expect(try ad("", creative: creative).universalIDs == names)
    }

    @Test("B13: has the id of its delivery")
    func servingID() throws {
        #expect(try ad("<AdServingId> s-1 </AdServingId>").servingID == "s-1")
        #expect(try ad("").servingID == nil)
    }

    @Test("B16: has the categories that are no empty texts")
    func categories() throws {
        let ad = try ad("<Category> IAB7 </Category><Category/><Category>IAB8</Category>")
        #expect(ad.categories.map(\.code) == ["IAB7", "IAB8"])
    }

    @Test(
        "B16: of a wrapper are blocked categories, each alone, and a list also as a whole",
        arguments: [
            ("IAB7", ["IAB7"]), ("IAB7,", ["IAB7"]), ("", []), (",", [","]),
            ("IAB7, IAB8", ["IAB7, IAB8", "IAB7", "IAB8"]),
        ] as [(String, [String])])
    func blocked(text: String, categories: [String]) throws {
        let document = try VASTDocument(
            parsing: Array(
                """
                <VAST><Ad><Wrapper><VASTAdTagURI>w</VASTAdTagURI>
                <BlockedAdCategories>\(text)</BlockedAdCategories></Wrapper></Ad></VAST>
                """.utf8))
        guard case .wrapper(let wrapper)? = document.ads.first?.content else {
            Issue.record("it is no wrapper")
            return
        }
        #expect(wrapper.blockedCategories == categories)
    }
}
