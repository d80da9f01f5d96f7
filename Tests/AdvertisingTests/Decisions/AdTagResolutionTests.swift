import Testing

@testable import Advertising

/// Documents by their addresses; any other cannot be reached.
struct Servers {
    var documents: [String: String]

    /// Answers all requests, and returns the resolution.
    func resolve(
        _ tags: String..., by rules: AdRules = AdRules()
    ) -> (resolution: AdTagResolution, asked: [String]) {
        resolve(AdTagResolution(tags: tags, rules: rules))
    }

    func resolve(_ resolution: AdTagResolution) -> (resolution: AdTagResolution, asked: [String]) {
        var resolution = resolution
        var asked: [String] = []
        var waiting = resolution.begin()
        while !waiting.isEmpty {
            asked += waiting.map(\.address)
            waiting = resolution.take(
                waiting.map { request in
                    let answer = documents[request.address].map { Array($0.utf8) }
                    return (
                        request.number,
                        answer.map { .success($0) } ?? .failure(.wrapperUnreachable)
                    )
                })
        }
        return (resolution, asked)
    }
}

@Suite("The resolution of ad tags")
struct AdTagResolutionTests {
    static func document(_ ads: String..., version: String = "4.2") -> String {
        "<VAST version=\"\(version)\">\(ads.joined())</VAST>"
    }

    static func ad(
        _ id: String, sequence: Int? = nil, media: String = "audio/mpeg", inside: String = ""
    ) -> String {
        """
        <Ad id="\(id)"\(sequence.map { " sequence=\"\($0)\"" } ?? "")><InLine>\(inside)
        <Impression>i-\(id)</Impression><Error>e-\(id)</Error><Creatives><Creative><Linear>
        <Duration>00:00:10</Duration><TrackingEvents><Tracking event="start">s-\(id)</Tracking>
        </TrackingEvents><MediaFiles><MediaFile type="\(media)">\(id).mp3</MediaFile></MediaFiles>
        </Linear></Creative></Creatives></InLine></Ad>
        """
    }

    static func wrapper(
        _ id: String, to address: String, sequence: Int? = nil, attributes: String = "",
        inside: String = ""
    ) -> String {
        """
        <Ad id="\(id)"\(sequence.map { " sequence=\"\($0)\"" } ?? "")><Wrapper \(attributes)>\(inside)
        <Impression>i-\(id)</Impression><Error>e-\(id)</Error><VASTAdTagURI>\(address)</VASTAdTagURI>
        <Creatives><Creative><Linear><TrackingEvents><Tracking event="start">s-\(id)</Tracking>
        </TrackingEvents></Linear></Creative></Creatives></Wrapper></Ad>
        """
    }

    func ids(_ resolution: AdTagResolution) -> [String] {
        resolution.ads.compactMap { $0.id?.description }
    }

    static func lines(_ resolution: AdTagResolution) -> [String] {
        resolution.reports.map { "\($0.code.rawValue) \($0.addresses.joined(separator: " "))" }
    }

    @Test("B8: follows wrappers, and tells all of them of the ad, the outermost first")
    func wrappers() {
        let servers = Servers(documents: [
            "a": Self.document(Self.wrapper("1", to: "b")),
            "b": Self.document(Self.wrapper("2", to: "c")), "c": Self.document(Self.ad("3")),
        ])
        let (resolution, asked) = servers.resolve("a")
        #expect(asked == ["a", "b", "c"] && resolution.isOver)
        #expect(ids(resolution) == ["3"])
        #expect(resolution.ads.map(\.media.address) == ["3.mp3"])
        #expect(resolution.ads[0].duration == .seconds(10))
        #expect(resolution.ads[0].tracking.impressions == ["i-1", "i-2", "i-3"])
        #expect(resolution.ads[0].tracking.errors == ["e-1", "e-2", "e-3"])
        #expect(resolution.ads[0].tracking.addresses(for: "start") == ["s-1", "s-2", "s-3"])
        #expect(resolution.reports == [])
    }

    @Test(
        "B10: plays a pod by its sequence, and a stand-alone ad in place of one that cannot be heard"
    )
    func pod() {
        let servers = Servers(documents: [
            "a": Self.document(
                Self.ad("alone"), Self.ad("3", sequence: 3),
                Self.ad("2", sequence: 2, media: "image/png"), Self.ad("1", sequence: 1))
        ])
        let (resolution, _) = servers.resolve("a")
        #expect(ids(resolution) == ["1", "alone", "3"])
        #expect(Self.lines(resolution) == ["403 e-2"])
    }

    @Test("plays the first of several stand-alone ads that can be heard")
    func alone() {
        let servers = Servers(documents: [
            "a": Self.document(
                Self.ad("1", media: "image/png"), Self.wrapper("2", to: "empty"), Self.ad("3"),
                Self.ad("4")),
            "empty": Self.document("<Error>none</Error>"),
        ])
        let (resolution, _) = servers.resolve("a")
        #expect(ids(resolution) == ["3"])
        #expect(Self.lines(resolution) == ["403 e-1", "303 e-2 none"])
    }

    @Test("B11: asks the next ad tag only if those before it have no ad")
    func waterfall() {
        let servers = Servers(documents: [
            "a": Self.document("<Error>e</Error>"), "b": "<html>", "d": Self.document(Self.ad("1")),
            "e": Self.document(Self.ad("2")),
        ])
        let (resolution, asked) = servers.resolve("a", "b", "c", "d", "e")
        #expect(asked == ["a", "b", "c", "d"])
        #expect(ids(resolution) == ["1"] && resolution.ads.map(\.path) == [["d"]])
        #expect(Self.lines(resolution) == ["303 e"])
        #expect((1...4).map { resolution.code(of: $0)?.rawValue } == [303, 100, 301, nil])
    }

    @Test("has no ad, and the newest reason, if none of the ad tags has one")
    func nothing() {
        let (resolution, _) = Servers(documents: [:]).resolve("a", "b")
        #expect(resolution.ads.isEmpty && resolution.isOver)
        #expect(resolution.failure == .wrapperUnreachable)
        #expect(AdTagResolution(tags: []).isOver)
    }

    @Test(
        "B7, B14, H12: follows at most five wrappers, and tells each of them of the limit with 302")
    func depth() {
        var documents: [String: String] = [:]
        for level in 0...6 {
            documents["\(level)"] = Self.document(Self.wrapper("\(level)", to: "\(level + 1)"))
        }
        let (resolution, asked) = Servers(documents: documents).resolve("0")
        #expect(asked == ["0", "1", "2", "3", "4", "5"])
        #expect(Self.lines(resolution) == ["302 e-0 e-1 e-2 e-3 e-4 e-5"])
        documents["5"] = Self.document(Self.ad("last"))
        #expect(ids(Servers(documents: documents).resolve("0").resolution) == ["last"])
    }

    @Test("B7, B9: follows no loop of wrappers, and none that a wrapper excludes")
    func loops() {
        let loop = Servers(documents: [
            "a": Self.document(Self.wrapper("1", to: "b")),
            "b": Self.document(Self.wrapper("2", to: "a")),
        ]).resolve("a")
        #expect(loop.asked == ["a", "b"])
        #expect(Self.lines(loop.resolution) == ["302 e-1 e-2"])
        let excluded = Servers(documents: [
            "a": Self.document(
                Self.wrapper("1", to: "b", attributes: "followAdditionalWrappers=\"false\"")),
            "b": Self.document(Self.wrapper("2", to: "c")), "c": Self.document(Self.ad("3")),
        ]).resolve("a")
        #expect(excluded.asked == ["a", "b"])
        #expect(Self.lines(excluded.resolution) == ["302 e-1 e-2"])
    }

    @Test("requests at most forty documents for a break")
    func breadth() {
        let many = (1...200).map { (number: Int) in
            Self.wrapper("\(number)", to: "b\(number)", sequence: number)
        }
        let (resolution, asked) = Servers(documents: [
            "a": "<VAST version=\"4.2\">\(many.joined())</VAST>"
        ]).resolve("a")
        #expect(asked.count == 40)
        #expect(resolution.isOver && resolution.reports.count == 60)
    }

    @Test(
        "B9: hears more than the first ad behind a wrapper only if that allows it",
        arguments: [
            ("", ["2"]), ("allowMultipleAds=\"true\"", ["1", "2"]),
            ("allowMultipleAds=\"false\"", ["3"]),
        ])
    func several(attributes: String, expected: [String]) {
        let pod = Self.document(Self.ad("1", sequence: 1), Self.ad("2", sequence: 2), Self.ad("3"))
        let (resolution, _) = Servers(documents: [
            "a": Self.document(Self.wrapper("w", to: "b", attributes: attributes)), "b": pod,
        ]).resolve("a")
        // Not allowed by default from VAST 3 on.
        #expect(ids(resolution) == (attributes.isEmpty ? ["3"] : expected))
    }

    @Test("B16: plays no ad of a category that a wrapper blocks, and says so with 205")
    func categories() {
        let blocked = Self.ad("2", sequence: 1, inside: "<Category>IAB7</Category>")
        let (resolution, _) = Servers(documents: [
            "a": Self.document(
                Self.wrapper(
                    "1", to: "b", attributes: "allowMultipleAds=\"1\"",
                    inside: "<BlockedAdCategories>IAB7</BlockedAdCategories>")),
            "b": Self.document(blocked, Self.ad("3", sequence: 2)),
        ]).resolve("a")
        #expect(ids(resolution) == ["3"])
        #expect(Self.lines(resolution) == ["205 e-1 e-2"])
    }

    @Test("leaves stand-alone ads alone that are not needed")
    func unneeded() {
        let servers = Servers(documents: [
            "a": Self.document(
                Self.ad("1"), Self.ad("2", media: "image/png"), Self.wrapper("3", to: "b"))
        ])
        let (resolution, asked) = servers.resolve("a")
        #expect(ids(resolution) == ["1"] && asked == ["a"] && resolution.reports == [])
    }

    @Test(
        "B9: puts no stand-alone ad in place of a wrapper that excludes it",
        arguments: [("", ["alone", "2"]), ("fallbackOnNoAd=\"false\"", ["2"])])
    func fallback(attributes: String, expected: [String]) {
        let servers = Servers(documents: [
            "a": Self.document(
                Self.wrapper("1", to: "empty", sequence: 1, attributes: attributes),
                Self.ad("2", sequence: 2), Self.ad("alone")),
            "empty": Self.document(),
        ])
        #expect(ids(servers.resolve("a").resolution) == expected)
    }

    @Test("has no ad where an answer is empty", arguments: ["", " \r\n"])
    func emptyAnswer(answer: String) {
        let servers = Servers(documents: [
            "a": Self.document(Self.wrapper("1", to: "b")), "b": answer,
        ])
        let (resolution, _) = servers.resolve("a")
        #expect(Self.lines(resolution) == ["303 e-1"] && resolution.failure == .noAd)
    }

    @Test("has a mistake where an answer is a single sign")
    func shortAnswer() {
        let (resolution, _) = Servers(documents: ["a": " ! "]).resolve("a")
        #expect(resolution.failure == .malformed)
    }

    @Test(
        "has no length where a document gives an impossible one",
        arguments: ["00:00:00", "25:00:00"])
    func lengths(duration: String) {
        let ad = Self.ad(String(repeating: "x", count: 300))
            .replacing("00:00:10", with: duration)
        let (resolution, _) = Servers(documents: ["a": Self.document(ad)]).resolve("a")
        #expect(resolution.ads.map(\.duration) == [nil])
        #expect(ids(resolution).map(\.count) == [AdID.textLimit])
    }

    @Test("keeps a bound of ads and of reports, whatever a document has")
    func bounds() {
        let errors = (0..<300).map { "<Error>\($0)</Error>" }.joined()
        let many = String(repeating: "<Ad/>", count: 20_000)
        let (resolution, _) = Servers(documents: [
            "a": Self.document(
                Self.wrapper(
                    "1", to: "b", attributes: "allowMultipleAds=\"1\"", inside: errors)),
            "b": "<VAST version=\"4.2\">\(many)</VAST>",
        ]).resolve("a")
        #expect(resolution.isOver)
        #expect(
            resolution.reports.map(\.addresses.count).reduce(0, +) == 1000)
    }

    @Test("ignores an answer to no request, and a second one")
    func stale() {
        var resolution = AdTagResolution(tags: ["a"])
        #expect(resolution.begin().map(\.number) == [1])
        for number in [0, 2, -1] {
            #expect(resolution.take([(number, .failure(.malformed))]).isEmpty)
        }
        #expect(!resolution.isOver)
        let answer = Array(Self.document(Self.ad("1")).utf8)
        #expect(resolution.take([(1, .success(answer))]).isEmpty)
        #expect(resolution.take([(1, .failure(.malformed))]).isEmpty)
        #expect(ids(resolution) == ["1"])
    }
}
