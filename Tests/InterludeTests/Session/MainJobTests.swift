import Interlude
import MediaTime
import Testing

@Suite("A session's main job")
struct MainJobTests {
    private static let first = 60_000
    private static let second = 24_001

    private func scenario(_ source: String) -> Scenario {
        Scenario(source, frames: 720_000)
            .push(
                480_000, .spot(1, frames: Self.first, level: 0.5),
                .spot(2, frames: Self.second, level: -0.25))
    }

    @Test("A3: spots pushed at 10 s play from frame 480000 on, to the sample and without a gap")
    func spots() async throws {
        let outcome = try await scenario("live").run()
        let joint = 480_000 + Self.first
        let end = joint + Self.second
        #expect(outcome.sound.frameCount == 720_000)
        #expect(outcome.frames(of: "slot.started") == [480_000, joint])
        #expect(outcome.frames(of: "slot.completed") == [joint, end])
        #expect(outcome.frames(of: "stream.resumed") == [end])
        let fade = 384
        #expect(
            outcome.sound[480_000 + fade..<joint] == Sound.spot(0.5, count: Self.first - fade))
        #expect(
            outcome.sound[joint..<end - fade] == Sound.spot(-0.25, count: Self.second - fade))
        // Up to the break, and from a fade after it, the stream is unchanged.
        #expect(outcome.sound[0..<480_000] == Sound.stream(0, count: 480_000))
        let rest = end + fade
        #expect(outcome.sound[rest..<720_000] == Sound.stream(rest, count: 720_000 - rest))
        #expect(outcome.end == .asked)
    }

    @Test("a muted stream advances, a held one waits, to the sample")
    func held() async throws {
        let outcome = try await scenario("file:1000000").policy(.hold).run()
        let end = 480_000 + Self.first + Self.second
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["480000"])
        let count = 720_000 - end - 384
        #expect(
            outcome.sound[end + 384..<720_000] == Sound.stream(480_384, count: count))
        let live = try await scenario("live").policy(.hold).run()
        #expect(live.values("streamFrame", of: "stream.resumed") == ["\(end)"])
        let continued = try await scenario("live").policy(.hold, .continue).run()
        #expect(continued.values("streamFrame", of: "stream.resumed") == ["480000"])
    }

    @Test("two runs give the same bytes and the same lines, and so does the replay")
    func repeatable() async throws {
        let one = try await scenario("file:1000000").policy(.duck).run()
        let other = try await scenario("file:1000000").policy(.duck).run()
        #expect(one.sound == other.sound)
        #expect(one.log == other.log)
        #expect(try one.replayed() == one.log)
    }
}
