import Interlude
import MediaTime
import Testing

@Suite("A landing after a placeholder")
struct LandingTests {
    private static let fade = 384
    private static let credit = "opt-in@1000ms,interact@2000ms,done@8000ms"

    /// Checks that the stream plays from stream frame `first` at output frame `frame` on, except
    /// for the ramp at its beginning.
    private func expect(
        _ outcome: Outcome, at frame: Int, streamFrame first: Int, until end: Int,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let begin = frame + Self.fade
        #expect(
            outcome.sound[begin..<end] == Sound.stream(first + Self.fade, count: end - begin),
            sourceLocation: location)
    }

    @Test("G9: with a credit is on exactly the first sample after the pod, three times in a file")
    func credited() async throws {
        let outcome = try await PodSessionScenario(viewer: Self.credit).run()
        #expect(outcome.frames(of: "truex.completed") == [384_000, 912_000, 1_440_000])
        #expect(outcome.frames(of: "stream.resumed") == [384_000, 912_000, 1_440_000])
        #expect(
            outcome.values("streamFrame", of: "stream.resumed") == ["144000", "432000", "720000"])
        #expect(outcome.values("from", of: "pod.skipped") == ["0", "6", "12"])
        #expect(outcome.values("to", of: "pod.skipped") == ["3", "9", "15"])
        #expect(outcome.values("credited", of: "break.ended") == ["2", "2", "2"])
        #expect(outcome.frames(of: "slot.credited").count == 6)
        #expect(outcome.sound[0..<384_000] == Sound.silence(count: 384_000))
        expect(outcome, at: 384_000, streamFrame: 144_000, until: 528_000)
        expect(outcome, at: 912_000, streamFrame: 432_000, until: 1_056_000)
        expect(outcome, at: 1_440_000, streamFrame: 720_000, until: 1_720_000)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("is preceded by a stream that stops exactly at the placeholder")
    func stop() async throws {
        let outcome = try await PodSessionScenario(pods: [288_000], viewer: Self.credit).run()
        #expect(outcome.frames(of: "stream.held") == [288_000])
        #expect(outcome.sound[0..<288_000] == Sound.stream(0, count: 288_000))
        #expect(abs(outcome.sound.sample(288_000)) > 0)
        #expect(abs(outcome.sound.sample(288_383)) > 0)
        #expect(outcome.sound[288_384..<672_000] == Sound.silence(count: 672_000 - 288_384))
        expect(outcome, at: 672_000, streamFrame: 432_000, until: 1_000_000)
    }

    @Test(
        "without one is on exactly the first sample after the placeholder, and the pod plays",
        arguments: [("opt-out@1000ms", 48_000), ("", 480_000)])
    func uncredited(viewer: String, length: Int) async throws {
        let outcome = try await PodSessionScenario(pods: [288_000], viewer: viewer).run()
        let back = 288_000 + length
        #expect(outcome.frames(of: "stream.resumed") == [back])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["336000"])
        #expect(outcome.values("credited", of: "break.ended") == ["0"])
        #expect(outcome.values("played", of: "break.ended") == ["2"])
        #expect(outcome.frames(of: "break.ended") == [back + 96_000])
        expect(outcome, at: back, streamFrame: 336_000, until: back + 600_000)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("is as exact in a live stream, from its kept audio")
    func live() async throws {
        var scenario = try PodSessionScenario("live", pods: [288_000], viewer: Self.credit)
        scenario.configuration.duration = .seconds(20)
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "stream.held") == [288_000])
        #expect(outcome.frames(of: "stream.resumed") == [672_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["432000"])
        #expect(outcome.values("route", of: "pod.skipped") == ["\"direct\""])
        expect(outcome, at: 672_000, streamFrame: 432_000, until: 960_000)
        #expect(try outcome.replayed() == outcome.log)
    }
}
