import Interlude
import MediaTime
import Testing

@Suite("Pausing a session")
struct PauseTests {
    @Test("a pause holds the stream at its frame, and both ends of it are told")
    func pause() async throws {
        let outcome = try await Course("file:1000000")
            .at(24_000, .pause).at(48_000, .unpause).run()
        #expect(outcome.frames(of: "session.paused") == [24_000])
        #expect(outcome.frames(of: "session.playing") == [0, 48_000])
        #expect(outcome.values("streamFrame", of: "session.playing") == ["0", "24000"])
        #expect(outcome.sound[24_384..<48_000] == Sound.silence(count: 48_000 - 24_384))
        #expect(
            outcome.sound[48_384..<96_000] == Sound.stream(24_384, count: 96_000 - 48_384))
    }

    @Test("a spot pushed while paused waits, and is heard before the stream goes on")
    func push() async throws {
        let outcome = try await Course("file:1000000").policy(.hold)
            .at(24_000, .pause).push(30_000, .spot(1, frames: 12_000))
            .at(48_000, .unpause).run()
        #expect(outcome.frames(of: "slot.started") == [48_000])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["24000"])
        #expect(outcome.sound[24_384..<48_000] == Sound.silence(count: 48_000 - 24_384))
        #expect(outcome.sound[60_384..<96_000] == Sound.stream(24_384, count: 96_000 - 60_384))
    }

    @Test("a pause while a spot is heard is refused and changes nothing")
    func refused() async throws {
        let course = Course().push(24_000, .spot(1, frames: 12_000))
        let outcome = try await course.at(30_000, .pause).run()
        let plain = try await course.run()
        #expect(outcome.sound == plain.sound)
        #expect(outcome.log == plain.log)
    }

    @Test("a pause that is refused since nothing plays yet does not hold spots back")
    func tooEarly() async throws {
        let outcome = try await Course().at(0, .pause).push(24_000, .spot(1, frames: 12_000)).run()
        #expect(outcome.frames(of: "slot.started") == [24_000])
    }
}
