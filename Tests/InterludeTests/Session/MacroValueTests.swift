import Advertising
import Foundation
import HTTPAccess
import TestServers
import Testing

@testable import Interlude

/// The values that ad servers get for the macros in their addresses.
@Suite("The macros of VAST", .timeLimit(.minutes(2)))
struct MacroValueTests {
    /// Those that a player of audio has no value for, in a request or a beacon.
    private static let unknown = """
        ADCOUNT TRANSACTIONID PLACEMENTTYPE BREAKMINDURATION CLIENTUA SERVERUA DEVICEUA DOMAIN
        PAGEURL APPBUNDLE APIFRAMEWORKS EXTENSIONS VERIFICATIONVENDORS OMIDPARTNER CLICKTYPE INVENTORYSTATE
        PLAYERSIZE CONTENTID CONTENTURI CLICKPOS PLAYBACKMETHODS CONTENTCAT STOREID STOREURL
        DSAREQUIRED DSAPARAMS DSAPUBRENDER
        """.split { $0.isWhitespace }.map(String.init)

    /// Those that only a beacon has a value for.
    private static let ofBeacons = """
        CONTENTPLAYHEAD MEDIAPLAYHEAD ADPLAYHEAD ASSETURI UNIVERSALADID ADSERVINGID PODSEQUENCE
        ADCATEGORIES PLAYERSTATE ERRORCODE ERROR_CODE REASON
        """.split { $0.isWhitespace }.map(String.init)

    private static func address(on server: FaultServer, _ names: some Sequence<String>) -> String {
        server.address("/m?" + names.map { "\($0)=[\($0)]" }.joined(separator: "&"))
    }

    /// The values in the query of the only request.
    private static func values(_ server: FaultServer) throws -> [String: String] {
        let target = try #require(server.requests.first?.target)
        #expect(server.requests.count == 1)
        let pairs = target.drop { $0 != "?" }.dropFirst().split(separator: "&").map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        }
        return Dictionary(
            pairs.map { (String($0[0]), String($0[1]).removingPercentEncoding ?? "") },
            uniquingKeysWith: { first, _ in first })
    }

    /// Checks the two that differ in each request, and returns the others.
    private static func checkNow(_ values: [String: String]) throws -> [String: String] {
        let time = try Date(try #require(values["TIMESTAMP"]), strategy: .iso8601)
        #expect(abs(time.timeIntervalSinceNow) < 600)
        let number = try #require(values["CACHEBUSTING"])
        #expect(number.count == 8 && Int(number) != nil)
        return values.filter { $0.key != "TIMESTAMP" && $0.key != "CACHEBUSTING" }
    }

    private static func client() -> WebClient {
        var configuration = WebClientConfiguration()
        configuration.addressRule = .publicOnly
        return WebClient(configuration: configuration)
    }

    @Test(
        "A24, B13, B27: have in a request what is known of the break, the player and the listener")
    func request() async throws {
        let server = FaultServer { _, _ in .answer(Array("<VAST version=\"4.2\"/>".utf8)) }
        defer { server.stop() }
        var expected = [
            "BREAKMAXDURATION": "30", "BREAKPOSITION": "1", "BREAKMINADLENGTH": "5",
            "BREAKMAXADLENGTH": "20", "BREAKMAXADS": "3", "BLOCKEDADCATEGORIES": "IAB7,IAB8-1",
            "ADTYPE": "audio", "SERVERSIDE": "0", "PLAYERCAPABILITIES": "skip,mute,autoplay",
            "MEDIAMIME":
                "audio/mpeg,audio/mp4,audio/aac,audio/ogg,audio/flac,audio/wav,video/mp4",
            "VASTVERSIONS": "2,3,5,6,7,8,11,12,13,14", "GDPRCONSENT": "CPX",
            "REGULATIONS": "gdpr", "GPPSTRING": "DBAA~x", "GPPSECTIONID": "2,6",
            "LIMITADTRACKING": "1", "IFA": "-2", "IFATYPE": "-2", "DEVICEIP": "-2",
            "LATLONG": "-2",
        ]
        for name in Self.unknown + Self.ofBeacons { expected[name] = "-1" }
        var rules = AdRules()
        rules.lengths = .seconds(5)...(.seconds(20))
        rules.mostPerBreak = 3
        rules.blockedCategories = ["IAB7", "IAB8-1"]
        var privacy = AdPrivacy()
        privacy.tcfConsent = "CPX"
        privacy.gpp = "DBAA~x"
        privacy.gppSections = [2, 6]
        privacy.tracking = .limited
        let client = Self.client()
        let tag = Self.address(on: server, ["TIMESTAMP", "CACHEBUSTING"] + expected.keys)
        let decisions = FetchedAdDecisions(
            tags: [tag], rules: rules, client: client, provenance: .typed)
        let opportunity = AdOpportunity(
            duration: .seconds(30), position: .preroll, privacy: privacy)
        let (answers, answer) = AsyncStream.makeStream(of: AdDecision.self)
        let load = decisions.decide(opportunity) {
            answer.yield($0)
            answer.finish()
        }
        for await decision in answers { #expect(decision.failure?.isNoAd == true) }
        load.cancel()
        await client.close()
        #expect(try Self.checkNow(Self.values(server)) == expected)
    }

    @Test("B27: have in a request of a list of breaks what is known of the player and the listener")
    func list() async throws {
        let server = FaultServer { _, _ in .answer(Array("<VMAP/>".utf8)) }
        defer { server.stop() }
        let expected = [
            "ADTYPE": "audio", "SERVERSIDE": "0", "GDPRCONSENT": "CPX", "REGULATIONS": "gdpr",
            "LIMITADTRACKING": "1", "IFA": "-2", "BREAKMAXDURATION": "-1",
        ]
        var privacy = AdPrivacy()
        privacy.tcfConsent = "CPX"
        privacy.tracking = .limited
        let client = Self.client()
        let place = Self.address(on: server, ["TIMESTAMP", "CACHEBUSTING"] + expected.keys)
        let decisions = FetchedAdDecisions(
            tags: [], schedules: [place], client: client, provenance: .typed)
        let (answers, answer) = AsyncStream.makeStream(of: Int.self)
        let load = decisions.plan(under: privacy) { breaks, _ in
            answer.yield(breaks.count)
            answer.finish()
        }
        for await count in answers { #expect(count == 0) }
        load.cancel()
        await client.close()
        #expect(try Self.checkNow(Self.values(server)) == expected)
    }

    @Test(
        "B13: have in a beacon what its ad came to, and the code of an error",
        arguments: [402, nil])
    func beacon(code: Int?) async throws {
        let server = FaultServer { _, _ in .answer([], type: "image/gif") }
        defer { server.stop() }
        let given = [
            "CONTENTPLAYHEAD": "00:00:06.000", "MEDIAPLAYHEAD": "00:00:06.000",
            "ADPLAYHEAD": "00:00:02.500", "ASSETURI": "http://ads/1.mp3?a=b&c",
            "UNIVERSALADID": "ad-id.org A,x 7", "ADSERVINGID": "s-1", "PODSEQUENCE": "2",
            "ADCATEGORIES": "IAB7,IAB8", "PLAYERSTATE": "muted", "REASON": "2",
            "ADTYPE": "hybrid", "SERVERSIDE": "0",
        ]
        var expected = given
        for name in ["ERRORCODE", "ERROR_CODE"] { expected[name] = code.map { "\($0)" } ?? "-1" }
        for name in Self.unknown { expected[name] = "-1" }
        let beacon = Beacon(
            number: 1, kind: "error",
            address: Self.address(on: server, ["TIMESTAMP", "CACHEBUSTING"] + expected.keys),
            code: code, documentAddress: server.address("/tag"), values: given)
        let client = Self.client()
        let attempt = await FetchedBeacons(client: client).send(beacon)
        await client.close()
        #expect(attempt == .answered(status: 200))
        #expect(Set(Self.ofBeacons).isSubset(of: expected.keys))
        #expect(try Self.checkNow(Self.values(server)) == expected)
    }
}
