import AdPlayback
import Advertising
import MediaTime
import Playout
import Testing

@testable import Interlude

@Suite("The samples of what was heard")
struct DroppedSamplesTests {
    private static let spot = Voice.spot(token: 1)

    /// A live stream, and a spot of one second that begins with output frame 1000.
    private static func afterPush() -> SessionHarness {
        var harness = SessionHarness()
        harness.hear(1000)
        harness.command(.push([.spot(1, frames: 48_000)]))
        harness.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 48_000)))
        return harness
    }

    private static func count(_ effect: SessionEffect, in harness: SessionHarness) -> Int {
        harness.effects.count { $0 == effect }
    }

    @Test("those of a spot are dropped two seconds after it, without another break")
    func spot() throws {
        var harness = Self.afterPush()
        let start = try #require(
            harness.timeline?.clips.first { $0.voice == Self.spot }?.output.start)
        let end = Int(start.frames) + 48_000
        harness.hear(end + 95_999)
        #expect(harness.machine.plannedVoices.contains(Self.spot))
        #expect(Int(harness.machine.nextMark.frames) == end + 96_000)
        harness.hear(end + 96_000)
        // The sink no longer renders the plan that names them once it has heard the next one.
        harness.hear(end + 96_001)
        #expect(!harness.machine.plannedVoices.contains(Self.spot))
    }

    @Test("those of a stream are dropped two seconds after another one has replaced it")
    func stream() {
        var harness = SessionHarness()
        harness.hear(1000)
        harness.command(.play(source: "other"))
        harness.begin(2)
        harness.hear(200_000)
        harness.hear(200_001)
        #expect(harness.machine.plannedVoices == [.stream(generation: 2)])
    }

    @Test("the sink is asked for a frame once, however late it answers")
    func late() {
        var harness = Self.afterPush()
        harness.hear(144_000)
        harness.answersRequests = false
        let count = Self.count(.requestSwitch, in: harness)
        for frame in 145_600..<145_700 { harness.hear(frame) }
        #expect(Self.count(.requestSwitch, in: harness) == count + 1)
        #expect(harness.machine.nextMark > FrameTime(145_700))
    }

    @Test("nothing is asked of the sink while all voices play on")
    func steady() {
        var harness = SessionHarness()
        harness.hear(1000)
        let count = Self.count(.requestSwitch, in: harness)
        for second in 1...600 { harness.hear(second * 48_000) }
        #expect(Self.count(.requestSwitch, in: harness) == count)
    }
}
