import AdCues
import AdPlayback
import Advertising
import Interlude
import MediaTime
import Testing

/// The order of the event log if one event leads to others.
@Suite("The event log")
struct LogOrderTests {
    @Test("reports all changes of a loaded spot before the end of its break")
    func loadedPush() {
        var session = SessionHarness(opening: "file")
        session.begin(1, as: .file)
        session.hear(4800)
        let cue = Cue(.out(duration: .seconds(2)), at: FrameTime(48_000), source: .scte35)
        session.take(.source(generation: 1, .cue(cue)))
        let spots = [1, 2].map { Advertisement.spot($0, frames: 100) }
        session.command(.pushInStream(spots, at: .time(.seconds(1))))
        // The seek passes the break. The next event of one of its spots leads to its end.
        session.command(.seek(.seconds(25)))
        session.begin(2, as: .file)
        session.take(.advertisements(.spotLoaded(PlayToken(1), frameCount: 100)))
        let names = session.records.map(\.event).filter {
            $0.hasPrefix("break.") || $0.hasPrefix("slot.")
        }
        #expect(
            names.drop { $0 != "slot.loaded" } == [
                "slot.loaded", "break.ready", "slot.failed", "slot.failed", "break.ended",
            ])
        #expect(EventOrder(of: session.records).faults == [])
    }
}
