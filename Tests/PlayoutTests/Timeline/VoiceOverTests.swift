import AudioMixing
import MediaTime
import Playout
import Testing

@Suite("A voice-over")
struct VoiceOverTests {
    private static let voice = Voice.voiceOver(number: 1)

    /// The stream stands still, and the voice-over plays from its frame 1000 to its frame 25 000.
    private static func drawing(_ change: (inout Arrangement) -> Void = { _ in }) -> Drawing {
        var drawing = Drawing()
        drawing.at(48_000) {
            $0.programme?.state = .waiting
            $0.voiceOver = Arrangement.VoiceOver(
                voice: Self.voice, position: FrameTime(1000), end: FrameTime(25_000), gain: 0.5)
            change(&$0)
        }
        return drawing
    }

    private static func gains(_ drawing: Drawing, _ frames: Int...) -> [Float] {
        frames.map { drawing.gain(of: voice, at: $0) }
    }

    @Test("fades in and out within its own length, at its own gain")
    func fades() {
        let drawing = Self.drawing()
        let clips = drawing.timeline.clips.filter { $0.voice == Self.voice }
        #expect(clips.map(\.output) == [FrameRange(FrameTime(48_000), count: 24_000)])
        #expect(clips.map(\.sourceStart) == [FrameTime(1000)])
        #expect(Self.gains(drawing, 48_000, 48_192, 48_384, 71_616) == [0, 0.25, 0.5, 0.5])
        #expect(Self.gains(drawing, 71_808, 72_000) == [0.25, 0])
    }

    @Test("is under the volume of ads, and changes by a ramp when that does")
    func volume() {
        var drawing = Self.drawing { ($0.volume, $0.adVolume) = (0.5, 0.5) }
        #expect(Self.gains(drawing, 50_000) == [0.125])
        drawing.at(60_000) {
            $0.voiceOver?.position = FrameTime(13_000)
            $0.adVolume = 1
        }
        #expect(Self.gains(drawing, 60_000, 60_192, 60_384) == [0.125, 0.1875, 0.25])
        // Laid out again, it does not fade in again.
        drawing.at(61_000) { $0.voiceOver?.position = FrameTime(14_000) }
        #expect(Self.gains(drawing, 61_000, 61_100) == [0.25, 0.25])
    }

    @Test("fades no longer than half of itself")
    func short() {
        let drawing = Self.drawing { $0.voiceOver?.end = FrameTime(1100) }
        #expect(Self.gains(drawing, 48_000, 48_025, 48_050, 48_075) == [0, 0.25, 0.5, 0.25])
    }

    @Test("goes on in its fade-out when it is taken away")
    func taken() {
        var drawing = Self.drawing()
        drawing.at(60_000) { $0.voiceOver = nil }
        #expect(Self.gains(drawing, 60_000, 60_192, 60_384) == [0.5, 0.25, 0])
    }

    @Test("is no reason to lay the music of a muted stream without end")
    func music() {
        let lengths = [1, 7_500, 7_501, 480_000]
        #expect(
            lengths.map { Arrangement.MuteMusic(frameCount: $0).reach }
                == [480_000, 480_000, 480_064, 28_800_000])
    }
}
