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

    @Test("plays the ads that they choose, and tells them of each event when it is heard")
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

    @Test("says that the end of a pod that does not fit was not heard, with 206")
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

    @Test("tells of a skip, and of no quartile after it")
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

    @Test("begins late if they answer late, and has fewer ads then")
    func late() async throws {
        let servers = MadeAdServers([AdDecision(spot(1, seconds: 4), spot(2, seconds: 4))])
        let outcome = try await scenario().loading(frames: 5 * second).asking(servers).run()
        let starts = outcome.frames(of: "slot.started")
        #expect(starts.count <= 1)
        #expect(
            outcome.values("streamFrame", of: "stream.resumed").allSatisfy {
                $0 == "\(12 * second)"
            })
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
