import Advertising
import Foundation
import SampleStation
import Testing

@Suite("The station as an ad server", .timeLimit(.minutes(1))) struct AdTagTests {
    private static func atStation(
        _ body: @escaping @Sendable (StationClient, StationAddresses) async throws -> Void
    ) async throws {
        try await SampleStation.withStation(Samples.configuration()) { addresses in
            try await body(StationClient(base: addresses.url), addresses)
        }
    }

    /// What the log of beacons answers.
    private struct Log: Decodable {
        struct Call: Decodable {
            var call: Int
            var path: String
        }

        struct Beacon: Decodable {
            var at: Double
            var event: String
            var ad: String?
            var call: Int?
            var level: Int?
            var code: String?
        }

        var calls: [Call]
        var beacons: [Beacon]
    }

    private static let forms =
        ["2.0", "3.0", "4.0", "4.1", "4.2", "4.3"].map { ("/ads/vast.xml", "VAST", $0) }
        + ["1.0", "1.1"].map { ("/ads/daast.xml", "DAAST", $0) }

    @Test(
        "answers in each version, with media that are there and beacons to itself", arguments: forms
    )
    func versions(path: String, dialect: String, version: String) async throws {
        try await Self.atStation { client, addresses in
            let answer = try await client.get("\(path)?version=\(version)&ads=2&skip=5")
            #expect(answer.contentType == "application/xml")
            let document = try VASTDocument(parsing: answer.body)
            #expect(document.dialect.rawValue == dialect && document.version == version)
            #expect(document.verdict == .playable)
            #expect(document.ads.map(\.sequence) == [1, 2])
            #expect(document.ads.map(\.title) == addresses.spots.prefix(2).map(\.title))
            for ad in document.ads {
                guard case .inline(let inline) = ad.content else {
                    Issue.record("\(ad.content)")
                    continue
                }
                let linear = try #require(inline.linear)
                let media = try #require(linear.chosen)
                #expect(try await client.get(media.address).status == 200)
                #expect((linear.skipOffset == nil) == (version == "2.0"))
                let told = ad.impressions + ad.errors + ad.tracking.map(\.address)
                #expect(told.allSatisfy { $0.hasPrefix("\(addresses.url)/ads/beacon?event=") })
                #expect(Set(told).count == told.count)
            }
        }
    }

    @Test("leads over as many wrappers as requested, each with its own beacons")
    func wrappers() async throws {
        try await Self.atStation { client, addresses in
            var place = "\(addresses.adTagURL)?wrappers=3&ads=2"
            var levels: [String] = []
            while true {
                let document = try VASTDocument(parsing: await client.get(place).body)
                let ad = try #require(document.ads.first)
                levels += ad.impressions.map {
                    String($0.split(separator: "&").first { $0.hasPrefix("level=") } ?? "")
                }
                guard case .wrapper(let wrapper) = ad.content else {
                    #expect(document.ads.count == 2)
                    break
                }
                place = try #require(wrapper.address)
            }
            #expect(levels == ["level=3", "level=2", "level=1", "level=0"])
            let log = try await client.get(addresses.beaconLogURL).json(Log.self)
            #expect(log.calls.map(\.path) == ["/ads/vast.xml?wrappers=3&ads=2"])
        }
    }

    @Test("lists the breaks of a programme, with the ads behind an address or in place")
    func breaks() async throws {
        try await Self.atStation { client, _ in
            let answer = try await client.get("/ads/vmap.xml?at=start,90,25%25,end&ads=2")
            let breaks = try VMAPDocument(parsing: answer.body).breaks
            #expect(breaks.map(\.timeOffset) == ["start", "00:01:30.000", "25%", "end"])
            #expect(breaks.allSatisfy { $0.isPlaced && $0.tracking.count == 3 })
            for one in breaks {
                guard case .tag(let place) = one.source else {
                    Issue.record("\(one)")
                    continue
                }
                let document = try VASTDocument(parsing: await client.get(place).body)
                #expect(document.ads.count == 2)
            }
            let inline = try await client.get("/ads/vmap.xml?inline=yes")
            for one in try VMAPDocument(parsing: inline.body).breaks {
                guard case .inline(let document) = one.source else {
                    Issue.record("\(one)")
                    continue
                }
                #expect(document?.verdict == .playable)
            }
        }
    }

    @Test("keeps the beacons in their order, and tells which came for an event or a request")
    func beacons() async throws {
        try await Self.atStation { client, addresses in
            for (event, call) in [("start", 1), ("complete", 1), ("start", 2)] {
                let answer = try await client.get(
                    "/ads/beacon?event=\(event)&ad=101&call=\(call)&level=0")
                #expect(answer.status == 204)
            }
            #expect(try await client.get("/ads/beacon").status == 400)
            let log = try await client.get(addresses.beaconLogURL).json(Log.self)
            #expect(log.beacons.map(\.event) == ["start", "complete", "start"])
            #expect(log.beacons.map(\.at) == log.beacons.map(\.at).sorted())
            for (query, count) in [("call=1", 2), ("event=start", 2), ("ad=102", 0)] {
                let some = try await client.get("\(addresses.beaconLogURL)?\(query)")
                #expect(try some.json(Log.self).beacons.count == count)
            }
            #expect(try await client.send(.delete, "/ads/beacons").status == 204)
            #expect(try await client.get("/ads/beacons").text == #"{"beacons":[],"calls":[]}"#)
        }
    }

    @Test("refuses beacons for as long as an operator says")
    func down() async throws {
        var configuration = try Samples.configuration()
        let clock = HandClock()
        configuration.clock = clock.clock
        try await SampleStation.withStation(configuration) { addresses in
            let client = StationClient(base: addresses.url)
            let beacon = "/ads/beacon?event=start"
            #expect(try await client.post("/control/beacons?down=60").status == 204)
            clock.set(.seconds(59))
            #expect(try await client.get(beacon).status == 503)
            clock.set(.seconds(60))
            #expect(try await client.get(beacon).status == 204)
            let log = try await client.get(addresses.beaconLogURL).json(Log.self)
            #expect(log.beacons.count == 1)
            for mistake in ["", "?down=-1", "?down=nan"] {
                #expect(try await client.post("/control/beacons\(mistake)").status == 400)
            }
        }
    }

    @Test("fails on request, at once or for good")
    func faults() async throws {
        try await Self.atStation { client, addresses in
            let fault = { (name: String) in "\(addresses.adTagURL)?fault=\(name)" }
            #expect(try await client.get(fault("500")).status == 500)
            #expect(try await client.get(fault("404")).status == 404)
            let garbage = try await client.get(fault("garbage"))
            #expect(throws: VASTFailure.self) { try VASTDocument(parsing: garbage.body) }
            let none = try VASTDocument(parsing: await client.get(fault("no-ad")).body)
            #expect(none.verdict == .noAd && none.errors.count == 1)
            let loop = try VASTDocument(parsing: await client.get(fault("loop")).body)
            guard case .wrapper(let wrapper) = loop.ads.first?.content else {
                Issue.record("\(loop)")
                return
            }
            #expect(wrapper.address == fault("loop"))
            await #expect(throws: (any Error).self) { try await client.get(fault("close")) }
            await #expect(throws: (any Error).self) { try await client.get(fault("redirect")) }
            for name in ["stall", "drip"] {
                let response = try await client.open(fault(name))
                #expect(response[header: "content-type"] == "application/xml")
            }
            #expect(try await client.get(fault("rain")).status == 400)
            #expect(try await client.get("\(addresses.adTagURL)?version=9").status == 400)
            #expect(try await client.get("\(addresses.adTagURL)?wrappers=99").status == 400)
        }
    }
}
