import MediaTime
import Testing

@testable import Interlude

@Suite("A stream whose sound does not follow on itself")
struct DiscontinuityTests {
    private static func broken(at frame: Int64) -> SessionEvent {
        .source(generation: 1, .discontinuity(.reconnected, at: FrameTime(frame)))
    }

    private static func said(_ sitting: SessionHarness) -> [Int] {
        sitting.frames(of: "stream.discontinuity")
    }

    @Test("is said where it is heard, and once")
    func heard() throws {
        var sitting = SessionHarness()
        sitting.hear(24_000)
        // The decoder says what it finds after the network has said what is further on.
        sitting.take(Self.broken(at: 60_000))
        sitting.take(Self.broken(at: 30_000))
        sitting.hear(30_000)
        #expect(Self.said(sitting) == [])
        sitting.hear(30_001)
        #expect(Self.said(sitting) == [30_000])
        sitting.hear(96_000)
        #expect(Self.said(sitting) == [30_000, 60_000])
        let record = try #require(sitting.records.last { $0.event == "stream.discontinuity" })
        #expect(
            record.fields == [
                JSONMember("streamFrame", .integer(60_000)),
                JSONMember("reason", .string("reconnected")),
            ])
    }

    @Test("is said later by as long as the stream was paused")
    func paused() {
        var sitting = SessionHarness()
        sitting.hear(24_000)
        sitting.take(Self.broken(at: 30_000))
        sitting.command(.pause)
        sitting.hear(48_000)
        #expect(Self.said(sitting) == [])
        sitting.command(.unpause)
        sitting.hear(96_000)
        #expect(Self.said(sitting) == [54_000])
    }

    @Test("is not said where the listener goes past it")
    func jumpedOver() {
        var sitting = SessionHarness()
        sitting.hear(48_000, edge: 480_000)
        sitting.take(Self.broken(at: 60_000))
        sitting.take(Self.broken(at: 450_000))
        sitting.command(.goLive)
        sitting.take(.source(generation: 2, .ready))
        sitting.hear(144_000, edge: 576_000)
        #expect(Self.said(sitting).count == 1)
    }

    @Test("is said once, and in order, also where a jump back has it found again")
    func foundAgain() {
        var sitting = SessionHarness()
        sitting.hear(48_000, edge: 480_000)
        sitting.take(Self.broken(at: 40_000))
        sitting.take(Self.broken(at: 90_000))
        sitting.hear(60_000, edge: 492_000)
        #expect(Self.said(sitting) == [40_000])
        sitting.command(.setDelay(.milliseconds(9750)))
        for frame: Int64 in [40_000, 90_000] {
            sitting.take(
                .source(generation: 2, .discontinuity(.reconnected, at: FrameTime(frame))))
        }
        sitting.take(.source(generation: 2, .ready))
        sitting.hear(240_000, edge: 672_000)
        // Stream frame 24 000 is heard as output frame 60 000.
        #expect(Self.said(sitting) == [40_000, 76_000, 126_000])
    }
}
