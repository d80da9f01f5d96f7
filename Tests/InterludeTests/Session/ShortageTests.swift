import MediaTime
import Testing

@testable import Interlude

@Suite("A live stream with less audio kept than requested")
struct ShortageTests {
    /// A session that has received its stream for 400 s, and is to keep 300 s.
    private static func session() -> SessionHarness {
        var session = SessionHarness(SessionConfiguration(source: "live"))
        session.open(1)
        session.take(.source(generation: 1, .ready))
        session.take(.heard(FrameTime(48_000), liveEdge: FrameTime(400 * 48_000)))
        return session
    }

    private static func delays(_ session: SessionHarness) -> [Duration] {
        session.effects.compactMap {
            if case .availableDelayChanged(let delay) = $0 { delay } else { nil }
        }
    }

    @Test("offers the delay that is really kept, and warns once")
    func availableDelay() {
        var session = Self.session()
        #expect(Self.delays(session).last == .seconds(300))
        for seconds in [40, 39] {
            session.take(.source(generation: 1, .kept(.seconds(seconds))))
            #expect(Self.delays(session).last == .seconds(seconds))
        }
        #expect(session.records.filter { $0.event == "session.warning" }.count == 1)
        session.take(.source(generation: 1, .kept(nil)))
        #expect(Self.delays(session).last == .seconds(300))
    }

    @Test("jumps back no further than that, and keeps to it afterwards")
    func setDelay() {
        var session = Self.session()
        session.take(.source(generation: 1, .kept(.seconds(40))))
        session.command(.setDelay(.seconds(100)))
        let jumps = session.effects.compactMap {
            if case .jump(_, _, let frame) = $0 { frame } else { nil }
        }
        #expect(jumps == [FrameTime(360 * 48_000)])
        session.take(.source(generation: 2, .ready))
        session.take(.heard(FrameTime(96_000), liveEdge: FrameTime(401 * 48_000)))
        #expect(Self.delays(session).last == .seconds(40))
    }

    @Test("has one limit per connection, whichever of its readers reports it")
    func connection() {
        var session = Self.session()
        session.take(.source(generation: 1, .kept(.seconds(40))))
        session.command(.setDelay(.seconds(20)))
        session.take(.source(generation: 2, .kept(.seconds(30))))
        #expect(Self.delays(session).last == .seconds(30))
        session.take(.source(generation: 2, .kept(nil)))
        #expect(Self.delays(session).last == .seconds(300))
        session.take(.source(generation: 2, .ready))
        session.take(.heard(FrameTime(96_000), liveEdge: FrameTime(401 * 48_000)))
        #expect(session.machine.transport.current?.generation == 2)
        #expect(Self.delays(session).last == .seconds(300))
    }

    @Test("that replaces another source knows its limit from its first frame on")
    func replaced() {
        var session = Self.session()
        session.command(.play(source: "other"))
        session.open(2)
        session.take(.source(generation: 2, .kept(.seconds(40))))
        #expect(Self.delays(session).last == .seconds(300))
        session.take(.source(generation: 2, .ready))
        session.take(.heard(FrameTime(96_000), liveEdge: FrameTime(400 * 48_000)))
        #expect(Self.delays(session).last == .seconds(40))
    }
}
