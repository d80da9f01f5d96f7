import AdCues
import Advertising
import Interlude
import MediaTime
import Testing

/// Breaks of the stream that are marked far from the listener.
@Suite("A break that the stream marks far away")
struct MarkedPlaceTests {
    /// b.6, "break behind the live window".
    @Test("F13: behind the listener is none, and its cue says so")
    func behind() async throws {
        let outcome = try await Scenario(frames: 240_000)
            .cue(.out(duration: .seconds(1)), at: 48_000, known: 144_000)
            .filling(.spot(0, frames: 24_000))
            .at(150_000, .setVolume(.decibels(0))).run()
        #expect(outcome.values("reason", of: "cue.ignored") == ["\"behind\""])
        #expect(outcome.frames(of: "break.announced").isEmpty)
        #expect(outcome.sound[0..<240_000] == Sound.stream(0, count: 240_000))
    }

    /// b.6, "break behind the live window": one far ahead of it is postponed.
    @Test("F13: ahead is filled ten seconds before it begins, and not when it becomes known")
    func ahead() async throws {
        let begin = 20 * FrameTime.rate
        let outcome = try await Scenario(frames: begin + 96_000)
            .cue(.out(duration: .seconds(1)), at: begin)
            .filling(.spot(0, frames: 48_000)).run()
        #expect(outcome.frames(of: "cue.seen") == [0])
        #expect(outcome.frames(of: "break.announced") == [begin - 480_000])
        #expect(outcome.frames(of: "slot.loading") == [begin - 480_000])
        #expect(outcome.frames(of: "slot.started") == [begin])
    }
}
