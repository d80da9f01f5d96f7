import MediaTime
import Testing

@testable import Interlude

@Suite("A stream whose audio is discontinuous")
struct DiscontinuityTests {
    private static func broken(at frame: Int64) -> SessionEvent {
        .source(generation: 1, .discontinuity(.reconnected, at: FrameTime(frame)))
    }

    private static func said(_ session: SessionHarness) -> [Int] {
        session.frames(of: "stream.discontinuity")
    }

    @Test("is reported where that is heard, and once")
    func heard() throws {
        var session = SessionHarness()
        session.hear(24_000)
        // The decoder reports later than the network, which is further ahead.
        session.take(Self.broken(at: 60_000))
        session.take(Self.broken(at: 30_000))
        session.hear(30_000)
        #expect(Self.said(session) == [])
        session.hear(30_001)
        #expect(Self.said(session) == [30_000])
        session.hear(96_000)
        #expect(Self.said(session) == [30_000, 60_000])
        let record = try #require(session.records.last { $0.event == "stream.discontinuity" })
        #expect(
            record.fields == [
                JSONMember("streamFrame", .integer(60_000)),
                JSONMember("reason", .string("reconnected")),
            ])
    }

    @Test("is reported later by the length of a pause")
    func paused() {
        var session = SessionHarness()
        session.hear(24_000)
        session.take(Self.broken(at: 30_000))
        session.command(.pause)
        session.hear(48_000)
        #expect(Self.said(session) == [])
        session.command(.unpause)
        session.hear(96_000)
        #expect(Self.said(session) == [54_000])
    }

    @Test("is not reported if the listener jumps past it")
    func jumpedOver() {
        var session = SessionHarness()
        session.hear(48_000, edge: 480_000)
        session.take(Self.broken(at: 60_000))
        session.take(Self.broken(at: 450_000))
        session.command(.goLive)
        session.take(.source(generation: 2, .ready))
        session.hear(144_000, edge: 576_000)
        #expect(Self.said(session).count == 1)
    }

    @Test("is reported once, and in order, even if a jump back finds it again")
    func foundAgain() {
        var session = SessionHarness()
        session.hear(48_000, edge: 480_000)
        session.take(Self.broken(at: 40_000))
        session.take(Self.broken(at: 90_000))
        session.hear(60_000, edge: 492_000)
        #expect(Self.said(session) == [40_000])
        session.command(.setDelay(.milliseconds(9750)))
        for frame: Int64 in [40_000, 90_000] {
            session.take(
                .source(generation: 2, .discontinuity(.reconnected, at: FrameTime(frame))))
        }
        session.take(.source(generation: 2, .ready))
        session.hear(240_000, edge: 672_000)
        // Stream frame 24 000 is heard as output frame 60 000.
        #expect(Self.said(session) == [40_000, 76_000, 126_000])
    }
}
