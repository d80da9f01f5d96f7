import MediaTime
import SampleStation
import Testing

@Suite("Pods of the live stream", .timeLimit(.minutes(1))) struct LivePodTests {
    /// A minute with pods of ten seconds at 5 s and at 30 s, in a stream that is 1 s late.
    private static let programme = PodProgramme(
        file: "", live: "", liveDelay: 1, duration: 60, title: "",
        breaks: [5, 30].map { start in
            PodProgramme.Break(
                start: start,
                ads: [2, 8].map { PodProgramme.Ad(name: "", title: "", duration: $0) })
        })
    private static let second = 48_000
    private static let pods = LivePods(programme, samplesPerRound: 60 * second)

    private static func told(_ from: Double, _ to: Double, joining second: Int) -> [String] {
        pods.pods(
            in: FrameRange(
                FrameTime(Duration(clamping: from, to: .session)),
                FrameTime(Duration(clamping: to, to: .session))),
            from: second * Self.second
        )
        .map { "\($0.id) \($0.range.start.seconds)-\($0.range.end.seconds)" }
    }

    @Test("are announced in their listener's time, round after round")
    func rounds() {
        #expect(Self.told(0, 60, joining: 0) == ["pod-1 6.0-16.0", "pod-2 31.0-41.0"])
        #expect(Self.told(0, 60, joining: 20) == ["pod-2 11.0-21.0", "pod-3 46.0-56.0"])
        #expect(
            Self.told(60, 180, joining: 0)
                == [
                    "pod-3 66.0-76.0", "pod-4 91.0-101.0", "pod-5 126.0-136.0",
                    "pod-6 151.0-161.0",
                ])
        #expect(Self.told(3_600, 3_610, joining: 0) == ["pod-121 3606.0-3616.0"])
    }

    @Test("are announced while they last, unless they had begun before their listener joined")
    func edges() {
        #expect(Self.told(15.9, 20, joining: 0) == ["pod-1 6.0-16.0"])
        #expect(Self.told(16, 20, joining: 0).isEmpty)
        #expect(Self.told(0, 6, joining: 0).isEmpty)
        #expect(Self.told(0, 20, joining: 7).isEmpty)
        #expect(Self.told(0, 20, joining: 6) == ["pod-1 0.0-10.0"])
    }

    @Test("are announced by a ping, around the listener's position, once there is one")
    func ping() async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .standing(at: .seconds(30))
        try await SampleStation.withStation(configuration) { addresses in
            let client = StationClient(base: addresses.url)
            let schedule = try #require(addresses.schedules?.live)
            let preplay = try await client.get(schedule + "?sec=7&parameters=string")
                .json(UplynkAnswer.self)
            #expect(preplay.ads?.breaks.isEmpty ?? false)
            #expect(preplay.prefix == addresses.url)
            let session = try #require(preplay.sid)
            let ping = "/session/ping/\(session).json?v=3"
            let early = try await client.get("\(ping)&pt=0&ev=start").json(UplynkAnswer.self)
            #expect(early.ads == nil && early.next_time == 0)

            _ = try await client.listen(try #require(preplay.playURL), byteCount: 1_000)
            let begun = try await client.get("\(ping)&pt=0&ev=start").json(UplynkAnswer.self)
            #expect(begun.next_time == 30)
            let first = try #require(begun.ads?.breaks.first)
            guard case .string(let parameters) = first.ads[0].adParameters else {
                Issue.record("the ad parameters are no string")
                return
            }
            #expect(parameters.contains("&sec=7&stream_position=midroll&"))
            #expect(begun.ads?.breaks.allSatisfy { $0.timeOffset < 60 } ?? false)
            #expect(begun.ads?.breaks.allSatisfy { $0.position == "midroll" } ?? false)
            let behind = first.timeOffset + first.duration
            let later = try await client.get("\(ping)&pt=\(behind)").json(UplynkAnswer.self)
            #expect(later.ads?.breaks.contains { $0.breakId == first.breakId } == false)
            let sought = try await client.get("\(ping)&pt=\(behind)&ev=seek&ft=0")
                .json(UplynkAnswer.self)
            #expect(sought.ads?.breaks.first?.breakId == first.breakId)

            let unknown = try await client.get("/session/ping/nobody.json?v=3&pt=0")
            #expect(unknown.status == 404)
            #expect(unknown.text == #"{"error":"there is no such session","next_time":-1}"#)
            let nameless = try await client.get("/session/ping/\(session)?v=3&pt=0")
            #expect(nameless.status == 404)
            #expect(try await client.get("\(ping)&pt=now").status == 400)
            let before = try await client.get("\(ping)&pt=-5").json(UplynkAnswer.self)
            #expect(before.next_time == 30)
        }
    }

    @Test("keep the times of a listener who reconnects without missing anything")
    func again() {
        var session = LiveSession()
        #expect(session.firstSample == nil)
        session.listenerCame(at: 1_000)
        session.listenerLeft(at: 9_000)
        session.listenerCame(at: 9_000)
        #expect(session.firstSample == 1_000)
        // The end of a connection may be noticed after the next one has started.
        session.listenerCame(at: 12_000)
        #expect(session.firstSample == 1_000)
        session.listenerLeft(at: 15_000)
        session.listenerCame(at: 15_001)
        #expect(session.firstSample == 15_001)
    }

    @Test("have titles, and are announced to every session separately")
    func sessions() async throws {
        var configuration = try Samples.configuration()
        configuration.clock = .standing(at: .seconds(30))
        try await SampleStation.withStation(configuration) { addresses in
            let client = StationClient(base: addresses.url)
            let schedule = try #require(addresses.schedules?.live)
            var told: [[String]] = []
            for _ in 0..<2 {
                let preplay = try await client.get(schedule).json(UplynkAnswer.self)
                let playURL = try #require(preplay.playURL)
                #expect(playURL.hasPrefix(try #require(addresses.liveWithPods) + "?sid="))
                let (head, _) = try await client.listen(
                    playURL, headers: [.init("Icy-MetaData", "1")], byteCount: 1_000)
                #expect(head[header: "icy-metaint"] == "16000")
                let answer = try await client.get(
                    "/session/ping/\(try #require(preplay.sid)).json?v=3&pt=0&ev=start"
                ).json(UplynkAnswer.self)
                told.append(answer.ads?.breaks.map { "\($0.breakId) \($0.timeOffset)" } ?? [])
            }
            #expect(told[0] == told[1])
            #expect(!told[0].isEmpty)
        }
    }
}
