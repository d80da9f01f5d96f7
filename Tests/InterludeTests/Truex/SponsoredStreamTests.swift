import Interlude
import MediaTime
import Testing

@Suite("A stream that a credit paid for")
struct SponsoredStreamTests {
    @Test(
        "G10, T-skipcard-same-stream_id: is also free of a pod that had no ad before",
        arguments: [true, false])
    func skipCard(isSponsored: Bool) async throws {
        var scenario = try PodSessionScenario(
            pods: [], viewer: "opt-in@1000ms,interact@2000ms,done@8000ms"
        ).at(48_000, .seek(.zero))
        let product = isSponsored ? "sponsored_stream" : "sponsored_ad_break"
        scenario.schedule = .init(
            breaks: [
                PodSessionScenario.pod(
                    1, at: 0,
                    unit: PodSessionScenario.unit.replacing("sponsored_ad_break", with: product)),
                PodSessionScenario.pod(2, at: 288_000, unit: "{\"error\":\"No bid found\"}"),
            ])
        scenario.configuration.start = .seconds(4)
        scenario.configuration.duration = .seconds(18)
        let outcome = try await scenario.run()
        // The second pod was requested at 4 s; the first one took the listener 8 s.
        #expect(outcome.frames(of: "truex.noAds") == [0])
        #expect(outcome.frames(of: "truex.adFreePod").first == 48_000 + 288_000)
        let held = 48_000 + 384_000 + 144_000
        #expect(outcome.frames(of: "truex.skipCardShown") == (isSponsored ? [held] : []))
        let (back, target) = isSponsored ? (held + 144_000, 432_000) : (held, 336_000)
        #expect(
            outcome.sound[back + 384..<back + 96_000]
                == Sound.stream(target + 384, count: 96_000 - 384))
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("G10: in time only has the ads of later pods again, and no unit in those before")
    func lasting() async throws {
        var scenario = try PodSessionScenario(viewer: "opt-in@1000ms,interact@2000ms,done@8000ms")
        scenario.configuration.truex.creditLasts = .seconds(5)
        scenario.configuration.duration = .seconds(18)
        let outcome = try await scenario.run()
        let landings = outcome.frames(of: "pod.skipped")
        #expect(outcome.values("pod", of: "pod.skipped").prefix(2) == ["\"pod-1\"", "\"pod-2\""])
        #expect(landings.count == 2)
        // The second pod is 3 s after the first one, and the third 3 s after that.
        guard landings.count == 2 else { return }
        #expect(landings[1] == landings[0] + 144_000)
        #expect(outcome.frames(of: "truex.started") == [0, landings[1] + 144_000])
        #expect(outcome.values("credited", of: "break.ended").prefix(2) == ["2", "2"])
        #expect(
            outcome.values("pod", of: "slot.credited")
                == ["pod-1", "pod-1", "pod-2", "pod-2"].map { "\"\($0)\"" })
        #expect(
            outcome.sound[landings[1] + 2_400..<landings[1] + 96_000]
                == Sound.stream(432_000 + 2_400, count: 96_000 - 2_400))
        #expect(try outcome.replayed() == outcome.log)
    }
}
