import AdPlayback
import MediaTime
import Playout
import Testing

@testable import Interlude

@Suite("A stream whose place is to be taken")
struct ChangeTests {
    /// A session of which half a second was heard.
    private static func playing() -> Sitting {
        var sitting = Sitting()
        sitting.hear(24_000)
        return sitting
    }

    /// Whether the first stream is planned to be heard at output frame `frame`.
    private static func isHeard(at frame: Int, _ sitting: Sitting) -> Bool {
        sitting.machine.score.timeline.gain(
            of: .stream(generation: 1), at: FrameTime(Int64(frame))) > 0
    }

    @Test("by another one fades out at once, and does not run dry")
    func another() {
        var sitting = Self.playing()
        #expect(Self.isHeard(at: 48_000, sitting))
        sitting.command(.play(source: "other"))
        #expect(!Self.isHeard(at: 24_000, sitting))
        #expect(sitting.machine.score.timeline.clips.map(\.role) == [.playing, .fadingAway])
        sitting.take(.starved(at: FrameTime(30_000), sourceFrame: FrameTime(30_000)))
        #expect(sitting.frames(of: "stream.underrun") == [])
        sitting.hear(48_000)
        #expect(sitting.machine.state == .connecting)
        sitting.open(2)
        sitting.take(.source(generation: 2, .ready))
        sitting.hear(72_000)
        #expect(sitting.frames(of: "session.playing") == [0, 48_000])
    }

    @Test("by itself is left alone, also on the way to another frame")
    func itself() {
        var sitting = Self.playing()
        sitting.command(.push([.spot(1, frames: 4800)]))
        sitting.command(.seek(.zero))
        let before = sitting.effects.count
        sitting.command(.play(source: "live"))
        #expect(sitting.effects[before...] == [.refuse("live is being played already")])
        #expect(sitting.machine.adsAreBusy)
    }

    @Test("that has ended, and was not heard to the end, does not end the session")
    func exhausted() {
        var sitting = Self.playing()
        sitting.take(.exhausted(at: FrameTime(30_000)))
        sitting.command(.play(source: "other"))
        sitting.hear(48_000)
        #expect(sitting.machine.state == .connecting)
    }

    @Test("by its live edge is not heard again between its pause and that")
    func pausedToLive() {
        var sitting = Self.playing()
        sitting.command(.pause)
        sitting.hear(36_000)
        sitting.command(.goLive)
        #expect(!Self.isHeard(at: 36_100, sitting))
        sitting.hear(48_000)
        sitting.take(.source(generation: 2, .ready))
        sitting.hear(60_000)
        #expect(sitting.frames(of: "session.playing") == [0, 48_000])
    }
}
