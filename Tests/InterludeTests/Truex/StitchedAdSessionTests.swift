import AdPlayback
import Advertising
import MediaTime
import PCMAudio
import Testing

@testable import Interlude

/// Sessions that tell ad servers what is heard of the ads in their stream.
@Suite("Ads in a stream of which ad servers learn", .timeLimit(.minutes(2)))
struct StitchedAdSessionTests {
    private static let second = FrameTime.rate

    private static func ad(_ name: String, seconds: Int) -> String {
        let events = [
            "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete",
            "mute",
            "unmute", "pause", "resume",
        ].map { "<Tracking event=\"\($0)\">http://ads/\(name)/\($0)</Tracking>" }
        return """
            <Ad id="\(name)"><InLine><AdSystem>T</AdSystem><AdTitle>T</AdTitle>
            <Impression>http://ads/\(name)/impression</Impression><Creatives><Creative><Linear>
            <Duration>00:00:0\(seconds)</Duration><TrackingEvents>\(events.joined())
            <Tracking event="progress" offset="00:00:03">http://ads/\(name)/3s</Tracking>
            </TrackingEvents></Linear></Creative></Creatives></InLine></Ad>
            """
    }

    /// A break at 4 s of two ads of four seconds and a second.
    private static let schedule = """
        <vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">
        <vmap:AdBreak timeOffset="00:00:04" breakType="linear" breakId="b"><vmap:AdSource id="1">
        <vmap:VASTAdData><VAST version="4.0">\(ad("one", seconds: 4))\(ad("two", seconds: 1))</VAST>
        </vmap:VASTAdData></vmap:AdSource><vmap:TrackingEvents>
        <vmap:Tracking event="breakStart">http://ads/breakStart</vmap:Tracking>
        <vmap:Tracking event="breakEnd">http://ads/breakEnd</vmap:Tracking>
        </vmap:TrackingEvents></vmap:AdBreak></vmap:VMAP>
        """

    private static let whole = [
        "breakStart http://ads/breakStart", "start http://ads/one/start",
        "creativeView http://ads/one/creativeView", "firstQuartile http://ads/one/firstQuartile",
        "impression http://ads/one/impression", "midpoint http://ads/one/midpoint",
        "thirdQuartile http://ads/one/thirdQuartile", "progress http://ads/one/3s",
        "complete http://ads/one/complete", "start http://ads/two/start",
        "creativeView http://ads/two/creativeView", "firstQuartile http://ads/two/firstQuartile",
        "midpoint http://ads/two/midpoint", "thirdQuartile http://ads/two/thirdQuartile",
        "impression http://ads/two/impression", "complete http://ads/two/complete",
        "breakEnd http://ads/breakEnd",
    ]

    private func scenario(_ servers: MadeAdServers) throws -> PodSessionScenario {
        var scenario = try PodSessionScenario("file:576000", pods: [])
        scenario.schedule = try AdSchedule(parsing: Self.schedule.utf8, address: "schedule.xml")
        scenario.beacons = servers
        return scenario
    }

    private func frames(of kind: String, in outcome: Outcome) -> [Int] {
        outcome.records.filter {
            $0.event == "tracking.queued" && $0.json["kind"] == .string(kind)
        }.map { Int($0.frame) }
    }

    @Test("H15: are told from the play head, and the same when the recording is replayed")
    func whole() async throws {
        let servers = MadeAdServers([])
        let outcome = try await scenario(servers).run()
        #expect(servers.lines == Self.whole)
        #expect(frames(of: "breakStart", in: outcome) == [4 * Self.second])
        #expect(frames(of: "start", in: outcome) == [4 * Self.second, 8 * Self.second])
        #expect(frames(of: "impression", in: outcome) == [6 * Self.second, 9 * Self.second])
        #expect(frames(of: "complete", in: outcome) == [8 * Self.second, 9 * Self.second])
        #expect(frames(of: "breakEnd", in: outcome) == [9 * Self.second])
        #expect(Set(outcome.values("pod", of: "tracking.queued")) == ["\"b\""])
        let ads = outcome.values("ad", of: "tracking.queued")
        #expect(
            ads == ["none"] + Array(repeating: "1", count: 8) + Array(repeating: "2", count: 7) + [
                "none"
            ])
        #expect(
            Set(outcome.values("adId", of: "tracking.queued")) == ["\"one\"", "\"two\"", "none"])
        let kinds = outcome.values("kind", of: "tracking.queued")
        #expect(kinds == outcome.values("kind", of: "tracking.confirmed"))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("H14: are told once, though the listener goes back over their break")
    func again() async throws {
        let servers = MadeAdServers([])
        let outcome = try await scenario(servers).at(10 * Self.second, .seek(.seconds(2))).run()
        #expect(outcome.values("pod", of: "pod.skipped") == ["\"b\""])
        #expect(servers.lines == Self.whole)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("H2: are told no share of an ad in which the listener begins")
    func middle() async throws {
        let servers = MadeAdServers([])
        var scenario = try scenario(servers)
        scenario.configuration.start = .seconds(5)
        let outcome = try await scenario.run()
        #expect(frames(of: "start", in: outcome) == [0, 3 * Self.second])
        #expect(frames(of: "impression", in: outcome) == [2 * Self.second, 4 * Self.second])
        #expect(frames(of: "complete", in: outcome) == [4 * Self.second])
        #expect(!servers.lines.contains { $0.contains("/one/") && $0.contains("Quartile") })
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("are told of a pause, which makes no gap")
    func pause() async throws {
        let servers = MadeAdServers([])
        let outcome = try await scenario(servers).at(264_000, .pause).at(312_000, .unpause).run()
        #expect(frames(of: "pause", in: outcome) == [264_000])
        #expect(frames(of: "resume", in: outcome) == [312_000])
        #expect(
            servers.lines.filter { !$0.hasPrefix("pause ") && !$0.hasPrefix("resume ") }
                == Self.whole)
        #expect(frames(of: "complete", in: outcome) == [9 * Self.second, 10 * Self.second])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("H4, H8: make an impression once two seconds of them were audible")
    func volume() async throws {
        let servers = MadeAdServers([])
        let outcome = try await scenario(servers)
            .at(216_000, .setVolume(Gain(linear: 0))).at(276_000, .setVolume(Gain(linear: 1))).run()
        #expect(frames(of: "mute", in: outcome) == [216_000])
        #expect(frames(of: "unmute", in: outcome) == [276_000])
        #expect(frames(of: "impression", in: outcome) == [348_000, 9 * Self.second])
        #expect(frames(of: "midpoint", in: outcome).first == 6 * Self.second)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "are told nothing of an ad that a credit pays for",
        arguments: [
            ("opt-in@1000ms,interact@2000ms,done@8000ms", 0), ("opt-out@1000ms", 1),
        ])
    func credit(viewer: String, count: Int) async throws {
        let servers = MadeAdServers([])
        var scenario = try PodSessionScenario("file:576000", viewer: viewer)
        var pod = PodSessionScenario.pod(1, at: 96_000)
        for index in pod.ads.indices {
            pod.ads[index].tracking = ["complete": ["http://ads/\(index)"]]
        }
        scenario.schedule = AdSchedule(breaks: [pod])
        scenario.beacons = servers
        let outcome = try await scenario.run()
        #expect(
            servers.lines == (count == 0 ? [] : ["complete http://ads/1", "complete http://ads/2"]))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("H11: are in a private network only where the operator has typed the schedule's address")
    func provenance() async throws {
        for (place, document) in [
            ("schedule.json", nil), ("http://me:secret@ads:81/a", "http://ads:81/a"),
        ] {
            let servers = MadeAdServers([])
            var scenario = try scenario(servers)
            scenario.place = place
            let outcome = try await scenario.run()
            #expect(servers.documents == [document])
            #expect(!String(decoding: outcome.recording, as: UTF8.self).contains("secret"))
        }
    }

    @Test("are told nothing more once another source plays")
    func left() async throws {
        let servers = MadeAdServers([])
        let outcome = try await scenario(servers)
            .at(264_000, .play(source: "file:480000")).run()
        #expect(servers.lines.last == "firstQuartile http://ads/one/firstQuartile")
        #expect(try outcome.replayed() == outcome.log)
    }
}
