import AdCues
import Advertising
import Foundation
import HTTPAccess
import MediaTime
import Synchronization
import TestFiles
import TestServers
import TestSignals
import Testing

@testable import Interlude

/// Ad servers that answer over HTTP, as `--ad-tag` asks them.
@Suite("Ad servers over HTTP", .timeLimit(.minutes(2)))
struct FetchedAdServerTests {
    /// The real requests of decisions and beacons.
    private struct Servers: AdDecisionSupply, BeaconSupply {
        let decisions: FetchedAdDecisions
        let beacons: FetchedBeacons

        init(_ tags: [String], _ rule: AddressRule = .publicOnly) {
            var configuration = WebClientConfiguration()
            configuration.addressRule = rule
            let client = WebClient(configuration: configuration)
            decisions = FetchedAdDecisions(tags: tags, client: client, provenance: .typed)
            beacons = FetchedBeacons(client: client)
        }

        func decide(
            _ opportunity: AdOpportunity, report: @escaping @Sendable (AdDecision) -> Void
        ) -> any SpotLoad { decisions.decide(opportunity, report: report) }

        func plan(
            under privacy: AdPrivacy,
            report: @escaping @Sendable ([PlannedBreak], _ reason: String?) -> Void
        ) -> any SpotLoad { decisions.plan(under: privacy, report: report) }

        func send(_ beacon: Beacon) async -> BeaconAttempt { await beacons.send(beacon) }

        /// What the servers decide.
        func decision() async -> AdDecision {
            let (answers, answer) = AsyncStream.makeStream(of: AdDecision.self)
            let load = decide(AdOpportunity(duration: .seconds(30))) {
                answer.yield($0)
                answer.finish()
            }
            defer { load.cancel() }
            for await decision in answers { return decision }
            return AdDecision()
        }
    }

    // MARK: - A whole course

    private static let events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]

    private static func tracking(_ base: String, _ name: String) -> String {
        let events = events.map {
            "<Tracking event=\"\($0)\">\(base)/\(name)/\($0)</Tracking>"
        }
        return "<TrackingEvents>\(events.joined())</TrackingEvents>"
    }

    /// Five wrappers, the last of which leads to a pod of three.
    private static func document(_ path: Substring, at base: String) -> String {
        guard let level = Int(path.dropFirst(2)), level > 0 else {
            let ads = [2, 3, 1].enumerated().map { index, seconds in
                """
                <Ad id="ad\(index + 1)" sequence="\(index + 1)"><InLine><AdTitle>Ad \(index + 1)</AdTitle>
                <Impression>\(base)/ad\(index + 1)/impression</Impression>
                <Creatives><Creative><Linear><Duration>00:00:0\(seconds)</Duration>
                \(tracking(base, "ad\(index + 1)"))<MediaFiles>
                <MediaFile type="audio/wav">\(seconds * FrameTime.rate)x0.5</MediaFile></MediaFiles>
                </Linear></Creative></Creatives></InLine></Ad>
                """
            }
            return "<VAST version=\"4.2\">\(ads.joined())</VAST>"
        }
        return """
            <VAST version="4.2"><Ad id="w\(level)"><Wrapper allowMultipleAds="true">
            <VASTAdTagURI>\(base)/w\(level - 1)</VASTAdTagURI>
            <Impression>\(base)/w\(level)/impression</Impression>
            <Creatives><Creative><Linear>\(tracking(base, "w\(level)"))</Linear></Creative></Creatives>
            </Wrapper></Ad></VAST>
            """
    }

    @Test("have the kept log for a pod of three behind five wrappers, and the same when replayed")
    func course() async throws {
        let server = FaultServer { request, _ in
            let path = request.target.prefix { $0 != "?" }
            guard path.dropFirst().count(where: { $0 == "/" }) == 0 else { return .answer([]) }
            let base = "http://\(request.headers["host"] ?? "")"
            return .answer(Array(Self.document(path, at: base).utf8), type: "application/xml")
        }
        defer { server.stop() }
        var scenario = Scenario(frames: 14 * FrameTime.rate)
            .cue(.out(duration: .seconds(6)), at: 4 * FrameTime.rate, id: "1")
        scenario.configuration.markers?.adTags = [server.address("/w5")]
        let outcome = try await scenario.asking(Servers([server.address("/w5")])).run()
        #expect(try outcome.replayed() == outcome.log)
        let base = server.address("")
        let log = outcome.log.map { $0.replacing(base, with: "http://ads") }
        #expect(try KeptText("ad-servers", recording: log).lines == log)
        let beacons = server.requests.map(\.target).filter { $0.dropFirst().contains("/") }
        // Each wrapper learns of each of the three ads, and each ad tells its own server once.
        let counts = Dictionary(grouping: beacons) { $0 }.mapValues(\.count)
        #expect(
            counts.filter { $0.key.hasPrefix("/ad") }.map(\.value) == Array(repeating: 1, count: 18)
        )
        #expect(
            counts.filter { $0.key.hasPrefix("/w") }.map(\.value) == Array(repeating: 3, count: 30))
    }

    @Test("B13: learn of the break by the macros of their address")
    func macros() async throws {
        let server = FaultServer { _, _ in .answer(Array("<VAST version=\"4.2\"/>".utf8)) }
        defer { server.stop() }
        let tag = server.address(
            "/t?p=[BREAKPOSITION]&d=[BREAKMAXDURATION]&a=[ADTYPE]&s=[SERVERSIDE]&v=[VASTVERSIONS]"
                + "&i=[IFA]&c=[PLAYERCAPABILITIES]&n=[CACHEBUSTING]&mine=[MINE]")
        var scenario = Scenario(frames: 5 * FrameTime.rate)
            .cue(.out(duration: .seconds(6)), at: 4 * FrameTime.rate, id: "1")
        scenario.configuration.markers?.adTags = [tag]
        _ = try await scenario.asking(Servers([tag])).run()
        let target = try #require(server.requests.first?.target)
        #expect(
            target.hasPrefix(
                "/t?p=2&d=6&a=audio&s=0&v=2,3,5,6,7,8,11,12,13,14&i=-1&c=skip,mute,autoplay&n="))
        #expect(target.hasSuffix("[MINE]") || target.hasSuffix("%5BMINE%5D"))
    }

    @Test("B16: have no two ads of a category in a break, but a stand-alone ad of another one")
    func categories() async throws {
        let ads = [(" sequence=\"1\"", "IAB2-1"), (" sequence=\"2\"", "IAB2-3"), ("", "IAB3")]
            .enumerated().map { index, ad in
                """
                <Ad id="ad\(index + 1)"\(ad.0)><InLine><AdTitle>Ad \(index + 1)</AdTitle>
                <Category authority="https://iabtechlab.com">\(ad.1)</Category>
                <Creatives><Creative><Linear><Duration>00:00:02</Duration><MediaFiles>
                <MediaFile type="audio/wav">\(2 * FrameTime.rate)x0.5</MediaFile></MediaFiles>
                </Linear></Creative></Creatives></InLine></Ad>
                """
            }
        let document = "<VAST version=\"4.2\">\(ads.joined())</VAST>"
        let server = FaultServer { _, _ in .answer(Array(document.utf8), type: "application/xml") }
        defer { server.stop() }
        var scenario = Scenario(frames: 14 * FrameTime.rate)
            .cue(.out(duration: .seconds(6)), at: 4 * FrameTime.rate, id: "1")
        scenario.configuration.markers?.adTags = [server.address("/tag")]
        scenario.configuration.markers?.adRules.separatesCategories = true
        let outcome = try await scenario.asking(Servers([server.address("/tag")])).run()
        #expect(outcome.values("title", of: "slot.started") == ["\"Ad 1\"", "\"Ad 3\""])
        #expect(outcome.values("title", of: "slot.notUsed") == ["\"Ad 2\""])
        #expect(try outcome.replayed() == outcome.log)
    }

    // MARK: - Servers that fail

    @Test("B11: are asked in turn, in time for the break even if the first one never answers")
    func waterfall() async throws {
        let server = FaultServer { request, _ in
            if request.target.hasPrefix("/silent") { return [.stall] }
            let base = "http://\(request.headers["host"] ?? "")"
            return .answer(Array(Self.document("/w0", at: base).utf8), type: "application/xml")
        }
        defer { server.stop() }
        let decision = await Servers([server.address("/silent"), server.address("/good")])
            .decision()
        #expect(decision.spots.count == 3 && decision.failure == nil)
    }

    @Test("I3: end each break's request in time, whatever a thousand of them do")
    func deadlines() async throws {
        let count = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1" ? 1000 : 120
        let server = FaultServer { request, index in
            let host = request.headers["host"] ?? ""
            switch index % 8 {
            case 0: return [.stall]
            case 1: return [.head("200 OK", "Content-Length: 9000"), .text("<VAST"), .stall]
            case 2: return [.head(), .pourAgain(Array("<VAST version=\"4.2\"><Ad>".utf8))]
            case 3: return .redirect(to: "http://\(host)/\(index)")
            case 4: return [.reset]
            case 5: return .answer([], status: "500 Internal Server Error")
            case 6:
                let wrapper = Self.document("/w9", at: "http://\(host)")
                return .answer(Array(wrapper.utf8), type: "application/xml")
            default: return .answer(Array("\u{1}]}<".utf8))
            }
        }
        defer { server.stop() }
        let servers = Servers([server.address("/a"), server.address("/b")])
        let clock = ContinuousClock()
        let start = clock.now
        let decisions = await withTaskGroup(of: AdDecision.self) { group in
            for _ in 0..<count { group.addTask { await servers.decision() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // Five seconds for each break, and all of them at the same time, not minutes one after the
        // other.
        #expect(clock.now - start < .seconds(60))
        #expect(decisions.count == count)
        for decision in decisions {
            #expect(decision.spots.isEmpty && decision.failure != nil)
        }
    }

    @Test("H10: never hold the stream beyond the break's end, however late and long their ads are")
    func late() async throws {
        let second = FrameTime.rate
        for seed in 0..<50 {
            var generator = SeededRandom(seed: UInt64(seed))
            var decision = AdDecision()
            decision.spots = (1...Int.random(in: 1...5, using: &generator)).map { id in
                let frames = Int.random(in: 1...7 * second, using: &generator)
                var spot = Advertisement.spot(id, frames: frames)
                // The server may be wrong about the length, or say nothing.
                spot.duration = [nil, .frames(frames), .frames(frames / 3 + 1)].randomElement(
                    using: &generator)!
                return spot
            }
            let delay = Int.random(in: 0...12 * second, using: &generator)
            var scenario = Scenario(frames: 24 * second)
                .cue(.out(duration: .seconds(8)), at: 4 * second, id: "1")
                .loading(frames: delay)
            scenario.configuration.markers?.adTags = ["tag"]
            let outcome = try await scenario.asking(MadeAdServers([decision])).run()
            #expect(outcome.frames(of: "stream.underrun").isEmpty)
            let returns = outcome.frames(of: "stream.resumed")
            #expect(returns.count == outcome.frames(of: "stream.muted").count, "seed \(seed)")
            #expect(returns.allSatisfy { $0 <= 12 * second }, "seed \(seed): \(returns)")
        }
    }

    // MARK: - Addresses that lead inside

    @Test(
        "H11: request nothing inside, at which an answer points",
        arguments: [
            "http://127.0.0.1:9/x", "http://[::1]:9/x", "http://localhost:9/x",
            "http://10.0.0.1/x", "http://192.168.1.1/x", "http://172.16.0.1/x",
            "http://169.254.169.254/latest/meta-data", "http://[fe80::1]/x", "http://[fd00::1]/x",
            "http://0.0.0.0:9/x", "http://2130706433:9/x", "http://127.1:9/x",
            "http://[::ffff:127.0.0.1]:9/x", "file:///etc/passwd", "/etc/passwd", "ftp://ads/x",
            "gopher://ads/x", "data:text/xml,%3CVAST%2F%3E",
        ])
    func inside(address: String) async throws {
        let folder = try TemporaryFolder()
        let wrapper = """
            <VAST version="4.2"><Ad><Wrapper><VASTAdTagURI><![CDATA[\(address)]]></VASTAdTagURI>
            <Error>http://127.0.0.1:9/error</Error></Wrapper></Ad></VAST>
            """
        let tag = try folder.write(wrapper.utf8, to: "tag.xml")
        let decision = await Servers([tag]).decision()
        #expect(decision.spots.isEmpty)
        #expect(decision.failure?.code == VASTError.wrapperUnreachable.rawValue)
    }

    @Test("follow no redirect inside, and send no beacon there")
    func redirected() async throws {
        let inside = FaultServer { _, _ in .answer(Array("<VAST version=\"4.2\"/>".utf8)) }
        defer { inside.stop() }
        let outside = FaultServer { _, _ in .redirect(to: inside.address("/secret")) }
        defer { outside.stop() }
        let decision = await Servers([outside.address("/tag")]).decision()
        #expect(decision.failure?.code == VASTError.wrapperUnreachable.rawValue)
        let beacon = Beacon(
            number: 1, kind: "start", address: inside.address("/beacon"), code: nil,
            documentAddress: outside.address("/tag"))
        guard case .failed = await Servers([]).send(beacon) else {
            Issue.record("the beacon was sent")
            return
        }
        #expect(inside.requests.isEmpty)
    }
}
