import AdCues
import Advertising
import Foundation
import MediaTime
import Testing

@testable import Interlude

/// Breaks of the stream for which ad servers decide.
@Suite("A break for which ad servers decide")
struct AdDecisionTests {
    private let second = FrameTime.rate

    private func spot(_ id: Int, seconds: Int, frames: Int? = nil) -> Advertisement {
        var spot = Advertisement.spot(id, frames: frames ?? seconds * second)
        spot.duration = .seconds(seconds)
        return spot
    }

    private func scenario(seconds: Int = 20, duration: Duration? = .seconds(8)) -> Scenario {
        var scenario = Scenario(frames: seconds * second)
            .cue(.out(duration: duration), at: 4 * second, id: "1")
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        return scenario
    }

    @Test("H1: plays the ads that they choose, and tells them of each event when it is heard")
    func plays() async throws {
        let servers = MadeAdServers([AdDecision(spot(1, seconds: 4), spot(2, seconds: 4))])
        let outcome = try await scenario().asking(servers).run()
        #expect(outcome.frames(of: "slot.started") == [4 * second, 8 * second])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(12 * second)"])
        #expect(outcome.frames(of: "decision.requested") == [0])
        #expect(outcome.values("ads", of: "decision.received") == ["2"])
        #expect(outcome.values("url", of: "decision.hop") == ["\"http://ads/tag\""])
        let course = (1...2).flatMap { id in
            [
                "start", "creativeView", "firstQuartile", "impression", "midpoint", "thirdQuartile",
                "complete",
            ].map { "\($0) http://ads/\($0 == "impression" ? "i" : $0)\(id)" }
        }
        #expect(servers.lines == course)
        let kinds = outcome.values("kind", of: "tracking.queued")
        #expect(kinds == outcome.values("kind", of: "tracking.confirmed"))
        let impressions = outcome.records.filter {
            $0.event == "tracking.queued" && $0.json["kind"]?.description == "\"impression\""
        }
        #expect(impressions.map { Int($0.frame) } == [6 * second, 10 * second])
        #expect(outcome.values("status", of: "tracking.confirmed").allSatisfy { $0 == "204" })
        #expect(outcome.log.allSatisfy { !$0.contains("slot.impression") })
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "C1: says that its ads were not heard if the stream ends before it, handed over or not",
        arguments: [24_000, 900_000])
    func afterEnd(distance: Int) async throws {
        var scenario = Scenario("live:96000", frames: 480_000)
            .cue(.out(duration: .seconds(1)), at: 96_000 + distance, id: "1")
        scenario.configuration.markers?.adTags = ["http://ads/tag"]
        let outcome =
            try await scenario
            .asking(MadeAdServers([AdDecision(spot(1, seconds: 1))])).run()
        #expect(outcome.values("title", of: "slot.notUsed") == ["\"spot 1\""])
        let kinds = outcome.values("kind", of: "tracking.queued")
        #expect(kinds.count { $0 == "\"notUsed\"" } == 1)
        #expect(outcome.frames(of: "session.stopped") == [96_000])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("C1: says that its ads were not heard if a seek has passed it")
    func passed() {
        var markers = StreamMarkers()
        markers.adTags = ["http://ads/tag"]
        var breaks = MarkedBreaks(markers)
        var outbox = SessionOutbox()
        func moment(_ seconds: Int) -> ListenerMoment {
            let place = FrameTime(.seconds(seconds))
            return ListenerMoment(place: place, heard: place, isInBreak: false)
        }
        let cue = Cue(
            id: "1", .out(duration: .seconds(8)), at: FrameTime(.seconds(25)), source: .scte35)
        breaks.receive([cue], at: moment(0), &outbox)
        breaks.noteDecision(
            AdDecision(spot(1, seconds: 4)), of: 1, at: moment(0), heard: .zero, &outbox)
        breaks.advance(to: moment(40), &outbox)
        let reasons = outbox.takeEntries().compactMap { entry -> LeftOutAd.Reason? in
            guard case .signal(.adLeftOut(let ad)) = entry else { return nil }
            return ad.reason
        }
        #expect(reasons == [.passed])
    }

    @Test(
        "waits for the ads of an earlier one, so that these are heard first",
        arguments: [([2, 1], [1, 2]), ([2], [2])])
    func order(answers: [Int], handedOver: [Int]) {
        var markers = StreamMarkers()
        markers.adTags = ["http://ads/tag"]
        var breaks = MarkedBreaks(markers)
        var outbox = SessionOutbox()
        func moment(_ seconds: Int) -> ListenerMoment {
            let place = FrameTime(.seconds(seconds))
            return ListenerMoment(place: place, heard: place, isInBreak: false)
        }
        let cues = [4, 10].enumerated().map { index, begin in
            Cue(
                id: "\(index + 1)", .out(duration: .seconds(3)), at: FrameTime(.seconds(begin)),
                source: .scte35)
        }
        breaks.receive(cues, at: moment(0), &outbox)
        for request in answers {
            breaks.noteDecision(
                AdDecision(spot(request, seconds: 3)), of: request, at: moment(0), heard: .zero,
                &outbox)
        }
        func handOvers() -> [Int] {
            outbox.takeEntries().compactMap { entry in
                guard case .signal(.breakMarked(let window, _)) = entry else { return nil }
                return window.number
            }
        }
        // At the latest, two seconds before its begin.
        var numbers = handOvers()
        for second in 1...9 where numbers.count < handedOver.count {
            breaks.advance(to: moment(second), &outbox)
            numbers += handOvers()
        }
        #expect(numbers == handedOver)
    }

    @Test("B12: says that the end of a pod that does not fit was not heard, with 206")
    func overfull() async throws {
        let servers = MadeAdServers([
            AdDecision(spot(1, seconds: 6), spot(2, seconds: 6), spot(3, seconds: 1))
        ])
        let outcome = try await scenario().asking(servers).run()
        #expect(outcome.frames(of: "slot.started") == [4 * second])
        let errors = outcome.records.filter {
            $0.event == "tracking.queued" && $0.json["kind"]?.description == "\"error\""
        }
        #expect(
            errors.map { $0.json["url"]?.description } == [
                "\"http://ads/e2\"", "\"http://ads/e3\"",
            ])
        #expect(errors.map { $0.json["code"]?.description } == ["206", "206"])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(10 * second)"])
        #expect(outcome.values("title", of: "slot.notUsed") == ["\"spot 2\"", "\"spot 3\""])
        #expect(outcome.values("code", of: "slot.notUsed") == ["206", "206"])
        #expect(
            outcome.values("reason", of: "slot.notUsed") == ["\"nothingFits\"", "\"nothingFits\""])
    }

    @Test("C1: is decided on 30 s before it begins")
    func ahead() {
        var markers = StreamMarkers()
        markers.adTags = ["http://ads/tag"]
        var breaks = MarkedBreaks(markers)
        var outbox = SessionOutbox()
        let begin = FrameTime(.seconds(60))
        let cue = Cue(id: "1", .out(duration: .seconds(8)), at: begin, source: .scte35)
        for (seconds, requestCount) in [(0, 0), (29, 0), (30, 1), (31, 0)] {
            let place = FrameTime(.seconds(seconds))
            let moment = ListenerMoment(place: place, heard: place, isInBreak: false)
            breaks.receive(seconds == 0 ? [cue] : [], at: moment, &outbox)
            let requests = outbox.takeEntries().filter {
                if case .effect(.decideAds) = $0 { true } else { false }
            }
            #expect(requests.count == requestCount, "\(seconds) s")
            if seconds < 30 { #expect(breaks.nextPlace(isInBreak: false) == begin - 30 * second) }
        }
    }

    @Test("C10: is left as it is if they answer after it, and they hear so with 304")
    func tooLate() async throws {
        let servers = MadeAdServers([AdDecision(spot(1, seconds: 4))])
        let outcome = try await scenario().asking(servers).loading(frames: 13 * second).run()
        #expect(outcome.frames(of: "slot.started").isEmpty)
        #expect(outcome.values("code", of: "slot.notUsed") == ["304"])
        #expect(outcome.values("reason", of: "slot.notUsed") == ["\"late\""])
        #expect(servers.lines == ["error http://ads/e1", "notUsed http://ads/notUsed1"])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("says why no ad server has an ad for a break that nothing fills, once it has begun")
    func undecided() async throws {
        var decision = AdDecision()
        decision.failure = AdDecision.Failure(code: 301, words: "the server is down")
        let outcome = try await scenario().asking(MadeAdServers([decision])).run()
        #expect(outcome.frames(of: "break.dropped") == [4 * second])
        #expect(outcome.values("reason", of: "break.dropped") == ["\"noSpots\""])
        #expect(outcome.values("cause", of: "break.dropped") == ["\"the server is down\""])
        #expect(outcome.values("code", of: "break.dropped") == ["301"])
        let early = try await scenario(seconds: 3).asking(MadeAdServers([decision])).run()
        #expect(early.frames(of: "decision.failed") == [0])
        #expect(early.frames(of: "break.dropped").isEmpty)
    }

    @Test("says of each document that it could not have why, also if another tag has no ad")
    func hopReasons() async throws {
        var decision = AdDecision()
        decision.hops = [
            AdDecision.Hop(
                address: "http://ads/a", depth: 0, code: 301, reason: "http://ads/a: status 500"),
            AdDecision.Hop(address: "http://ads/b", depth: 0, code: 303),
        ]
        decision.failure = AdDecision.Failure(code: 303, words: "the ad servers have no ad")
        let outcome = try await scenario().asking(MadeAdServers([decision])).run()
        let reasons = outcome.values("reason", of: "decision.hop")
        #expect(reasons == ["\"http://ads/a: status 500\"", "none"])
        #expect(try outcome.replayed() == outcome.log)
    }

    /// b.6, "underfilled break".
    @Test("E15: is filled by the fallback if no ad server has an ad, and by none of it otherwise")
    func fallback() async throws {
        var decision = AdDecision()
        decision.failure = AdDecision.Failure(code: 301, words: "the server is down")
        for (decisions, spots) in [
            ([decision], [8, 7]), ([AdDecision(spot(1, seconds: 3))], [1, 7]),
        ] {
            var scenario = scenario().filling(spot(7, seconds: 3)).asking(MadeAdServers(decisions))
            scenario.configuration.markers?.fallback = [spot(8, seconds: 5)]
            let outcome = try await scenario.run()
            #expect(
                outcome.values("title", of: "slot.started") == spots.map { "\"spot \($0)\"" })
        }
    }

    @Test("H3: sends the beacon of a place in an ad once that is heard")
    func progress() async throws {
        var ad = spot(1, seconds: 8)
        ad.tracking = AdTracking()
        ad.tracking?.events = [
            .init(name: "progress", address: "http://ads/5s", offset: .time(.seconds(5))),
            .init(name: "progress", address: "http://ads/1s", offset: .time(.seconds(1))),
            .init(name: "progress", address: "http://ads/90%", offset: .share(0.9)),
            .init(name: "progress", address: "http://ads/9s", offset: .time(.seconds(9))),
            .init(name: "progress", address: "http://ads/0s", offset: .time(.zero)),
            .init(name: "midpoint", address: "http://ads/half"),
        ]
        var decision = AdDecision()
        decision.spots = [ad]
        let servers = MadeAdServers([decision])
        let outcome = try await scenario().asking(servers).run()
        #expect(
            servers.lines == [
                "progress http://ads/0s", "progress http://ads/1s", "midpoint http://ads/half",
                "progress http://ads/5s",
                "progress http://ads/90%",
            ])
        #expect(
            outcome.frames(of: "tracking.queued") == [
                4 * second + 1, 5 * second, 8 * second, 9 * second, 4 * second + 345_600,
            ])
        #expect(outcome.log.allSatisfy { !$0.contains("slot.progress") })
        let skipped = MadeAdServers([decision])
        _ = try await scenario().at(7 * second, .skip).asking(skipped).run()
        #expect(skipped.lines == ["progress http://ads/0s", "progress http://ads/1s"])
    }

    @Test(
        "H4, H5, E11: makes an impression once two seconds were audible, and tells of each change",
        arguments: [
            ([], [], "impression@6 complete@12"),
            ([(5, 0), (8, 1)], [], "mute@5 unmute@8 impression@9 complete@12"),
            ([(7, 0), (8, 1)], [], "impression@6 mute@7 unmute@8 complete@12"),
            ([(6, 0), (8, 1)], [], "impression@6 mute@6 unmute@8 complete@12"),
            // What is audible counts in all, however often it is not.
            (
                [(5, 0), (6, 0.5), (7, 0), (9, 1)], [],
                "mute@5 unmute@6 impression@7 mute@7 unmute@9 complete@12"
            ),
            // The last second is too short.
            ([(5, 0), (11, 1), (13, 0)], [], "mute@5 unmute@11 impression@12 complete@12"),
            ([(5, 0), (11.5, 1)], [], "mute@5 unmute@11.5 complete@12"),
            ([(1, 0), (8, 1)], [], "unmute@8 impression@10 complete@12"),
            ([(1, 0)], [], "complete@12"),
            ([], [(5, 0), (8, 1)], "mute@5 unmute@8 impression@9 complete@12"),
            ([(5, 0), (7, 1)], [(6, 0), (8, 1)], "mute@5 unmute@8 impression@9 complete@12"),
            ([], [(1, 0)], "complete@12"),
        ] as [([(Double, Float)], [(Double, Float)], String)])
    func muted(
        volumes: [(Double, Float)], adVolumes: [(Double, Float)], course: String
    ) async throws {
        var ad = spot(1, seconds: 8)
        ad.tracking = .everything(of: 1)
        ad.tracking?.events += ["mute", "unmute"].map {
            .init(name: $0, address: "http://ads/\($0)")
        }
        var decision = AdDecision()
        decision.spots = [ad]
        var scenario = scenario().asking(MadeAdServers([decision]))
        for (time, volume) in volumes {
            scenario = scenario.at(frame(time), .setVolume(Gain(linear: volume)))
        }
        for (time, volume) in adVolumes {
            scenario = scenario.at(frame(time), .setAdVolume(Gain(linear: volume)))
        }
        let outcome = try await scenario.run()
        let told = outcome.records.filter { $0.event == "tracking.queued" }.compactMap { record in
            ["mute", "unmute", "impression", "complete"].first {
                record.json["kind"] == .string($0)
            }.map { "\($0)@\(Double(record.frame) / Double(second))" }
        }
        #expect(told.joined(separator: " ").replacing(".0", with: "") == course)
        #expect(try outcome.replayed() == outcome.log)
    }

    private func frame(_ seconds: Double) -> Int {
        Int(saturating: (seconds * Double(second)).rounded())
    }

    @Test("H4: makes no impression if it is short and a part of it is not audible")
    func shortAndMuted() async throws {
        let servers = MadeAdServers([AdDecision(spot(1, seconds: 1))])
        let outcome = try await scenario().at(4 * second + 1, .setVolume(Gain(linear: 0)))
            .at(4 * second + 2, .setVolume(.unity)).asking(servers).run()
        #expect(outcome.frames(of: "slot.completed") == [5 * second])
        #expect(!servers.lines.contains { $0.hasPrefix("impression") })
    }

    @Test("is filled by the spots of the session if they have no ad, and says why")
    func noAd() async throws {
        for (code, event) in [(303, "decision.noAd"), (301, "decision.failed")] {
            var decision = AdDecision()
            decision.failure = AdDecision.Failure(code: code, words: "nothing")
            decision.reports = [
                AdDecision.Report(code: code, addresses: ["http://ads/none"], documentAddress: nil)
            ]
            let servers = MadeAdServers([decision])
            let outcome = try await scenario().filling(spot(7, seconds: 8)).asking(servers).run()
            #expect(outcome.frames(of: "slot.started") == [4 * second])
            #expect(outcome.values("code", of: event) == ["\(code)"])
            #expect(servers.lines == ["error http://ads/none"])
        }
    }

    @Test("tells the code of an ad whose media cannot be played, and plays the next one")
    func broken() async throws {
        var broken = Advertisement.broken(1)
        broken.duration = .seconds(4)
        let servers = MadeAdServers([AdDecision(broken, spot(2, seconds: 4))])
        let outcome = try await scenario().asking(servers).run()
        #expect(
            outcome.values("spot", of: "slot.completed")
                == outcome.values("spot", of: "slot.started"))
        #expect(servers.lines.first == "error http://ads/e1")
        #expect(servers.lines.contains("complete http://ads/complete2"))
    }

    @Test("H2: tells of a skip, and of no quartile after it")
    func skipped() async throws {
        let servers = MadeAdServers([AdDecision(spot(1, seconds: 8))])
        let outcome = try await scenario().at(7 * second, .skip).asking(servers).run()
        #expect(outcome.frames(of: "slot.skipped").count == 1)
        #expect(
            servers.lines.map { $0.prefix { $0 != " " } } == [
                "start", "creativeView", "impression", "firstQuartile", "skip",
            ])
    }

    @Test("counts an ad that is shorter than two seconds as heard at its end")
    func short() async throws {
        let servers = MadeAdServers([AdDecision(spot(1, seconds: 1))])
        let outcome = try await scenario().asking(servers).run()
        let impressions = outcome.records.filter {
            $0.event == "tracking.queued" && $0.json["kind"]?.description == "\"impression\""
        }
        #expect(impressions.map { Int($0.frame) } == [5 * second])
    }

    @Test("I5: begins late if they answer late, and has fewer ads then")
    func late() async throws {
        let servers = MadeAdServers([AdDecision(spot(1, seconds: 4), spot(2, seconds: 4))])
        let outcome = try await scenario().loading(frames: 5 * second).asking(servers).run()
        #expect(outcome.values("ads", of: "decision.received") == ["2"])
        // The answer comes a second into the break, and loading the ad takes as long again.
        let starts = outcome.frames(of: "slot.started")
        #expect(starts.count == 1 && starts.allSatisfy { 9 * second..<12 * second ~= $0 })
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(12 * second)"])
        // The other one does not fit what is left.
        #expect(servers.lines.contains("error http://ads/e2"))
        #expect(servers.lines.contains("notUsed http://ads/notUsed2"))
        #expect(!servers.lines.contains { $0.hasSuffix("complete1") })
    }

    @Test("sends a beacon again that was not delivered, and gives up what is refused")
    func retries() async throws {
        let servers = MadeAdServers(
            [AdDecision(spot(1, seconds: 1))],
            [.undelivered(reason: "busy"), .failed(reason: "gone"), .answered(status: 200)])
        let outcome = try await scenario().asking(servers).run()
        #expect(outcome.values("reason", of: "tracking.retried") == ["\"busy\""])
        #expect(outcome.values("reason", of: "tracking.gaveUp") == ["\"gone\""])
        #expect(servers.lines.first == "creativeView http://ads/creativeView1")
        #expect(try outcome.replayed() == outcome.log)
    }
}
