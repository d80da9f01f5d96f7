import Testing

@testable import Advertising

/// The error codes of VAST (4.3, section 2.3.6.3): what each is sent for, and which are never sent.
@Suite("An error code of VAST")
struct VASTErrorTests {
    /// What stands behind a wrapper, and the code that the wrapper hears of; `nil` for a document
    /// that cannot be had.
    private static let answers: [(code: Int, document: String?)] = [
        (100, "<html><body>Out of service</body></html>"),
        (101, document("<Ad><InLine/></Ad>")),
        (102, "<VideoAdServingTemplate/>"),
        (200, document(ad(category: "IAB1", "<Linear>", "<Linear skipoffset=\"00:00:05\">"))),
        (201, document(ad(category: "IAB1", "Linear>", "NonLinearAds>"))),
        (204, document(ad())),
        (205, document(ad(category: "IAB7"))),
        (301, nil),
        (302, document(AdTagResolutionTests.wrapper("loop", to: "tag"))),
        (303, document("")),
        (403, document(ad(category: "IAB1", "audio/mpeg", "image/png"))),
        (
            409,
            document(
                ad(
                    category: "IAB1", "MediaFile ", "InteractiveCreativeFile ", "/MediaFile>",
                    "/InteractiveCreativeFile>"))
        ),
        (602, document(ad(category: "IAB1", "<Creatives>", companion(required: "any")))),
        (901, document(ad(category: "IAB1", "<MediaFile ", "<MediaFile apiFramework=\"VPAID\" "))),
    ]

    private static func document(_ ads: String) -> String {
        AdTagResolutionTests.document(ads)
    }

    /// An ad that can be heard, in which the first of each two `changes` becomes the second.
    private static func ad(category: String? = nil, _ changes: String...) -> String {
        let inside = category.map { "<Category>\($0)</Category>" } ?? ""
        var ad = AdTagResolutionTests.ad("1", inside: inside)
        for index in stride(from: 0, to: changes.count, by: 2) {
            ad = ad.replacing(changes[index], with: changes[index + 1])
        }
        return ad
    }

    /// Creatives that begin with a companion which is no picture.
    private static func companion(required: String) -> String {
        """
        <Creatives><Creative><CompanionAds required="\(required)"><Companion width="9" height="9">\
        <IFrameResource>http://t/1.html</IFrameResource></Companion></CompanionAds></Creative>
        """
    }

    private static func resolution(of answer: String?) -> AdTagResolution {
        var rules = AdRules()
        rules.blockedCategories = ["IAB7"]
        rules.skippableAds = .refused
        var servers = Servers(documents: [
            "tag": document(AdTagResolutionTests.wrapper("w", to: "answer"))
        ])
        servers.documents["answer"] = answer
        return servers.resolve("tag", by: rules).resolution
    }

    @Test("is sent to the wrapper of an answer that leads to no ad", arguments: answers)
    func sent(code: Int, answer: String?) {
        let resolution = Self.resolution(of: answer)
        #expect(resolution.ads.isEmpty)
        #expect(resolution.reports.map(\.code.rawValue) == [code])
        #expect(resolution.reports.first?.addresses.first == "e-w")
    }

    /// Those of `AdRuleTests.tooManyDocuments` (300), of `BeaconBookTests` and `SpotFailureTests`.
    private static let sentElsewhere: Set = [202, 206, 300, 304, 400, 401, 402, 405, 900]

    /// The size of a picture does not matter (203, 501, 601), stitchers have mezzanines (406, 407,
    /// 411), and what is shown or run beside the sound never keeps an ad from being heard.
    private static let neverSent: Set = [
        203, 406, 407, 408, 410, 411, 500, 501, 502, 503, 600, 601, 603, 604, 902,
    ]

    @Test("is one that is sent, or one that stands for what this player does not do")
    func all() {
        let sent = Set(Self.answers.map(\.code)).union(Self.sentElsewhere)
        #expect(sent.isDisjoint(with: Self.neverSent))
        #expect(Set(VASTError.allCases.map(\.rawValue)) == sent.union(Self.neverSent))
    }

    @Test(
        "is not sent for what is neither heard nor required: the ad is heard",
        arguments: [
            (203, "<MediaFile ", "<MediaFile width=\"1\" height=\"1\" "),
            (408, "<Ad ", "<Ad conditionalAd=\"true\" "),
            (
                410, "<Creatives>",
                "<AdVerifications><Verification vendor=\"v\"><JavaScriptResource>http://t/v.js"
                    + "</JavaScriptResource></Verification></AdVerifications><Creatives>"
            ),
            (411, "<MediaFiles>", "<MediaFiles><Mezzanine type=\"video/mp4\">m</Mezzanine>"),
            (
                500, "<Creatives>",
                "<Creatives><Creative><NonLinearAds><NonLinear/></NonLinearAds></Creative>"
            ),
            (604, "<Creatives>", companion(required: "none")),
            (
                902, "<MediaFiles>",
                "<MediaFiles><InteractiveCreativeFile>i</InteractiveCreativeFile>"
            ),
        ])
    func notSent(code: Int, part: String, replacement: String) {
        #expect(Self.neverSent.contains(code))
        let ad = Self.ad(category: "IAB1", part, replacement)
        #expect(ad.contains(replacement))
        let resolution = Self.resolution(of: Self.document(ad))
        #expect(resolution.ads.map(\.media.address) == ["1.mp3"])
        #expect(resolution.reports == [])
    }
}
