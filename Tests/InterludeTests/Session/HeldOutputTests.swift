import AudioSinks
import Interlude
import MediaTime
import TestServers
import Testing

@Suite("A session whose output is held for something else")
struct HeldOutputTests {
    private static let held = SessionEvent.sinkHeld(reason: "a call")

    /// A live stream that has played for half a second.
    private static func playing() -> SessionHarness {
        var session = SessionHarness()
        session.hear(24_000)
        return session
    }

    @Test("is paused for that reason, and resumes when it is over")
    func paused() {
        var session = Self.playing()
        session.take(Self.held)
        #expect(session.machine.state == .paused)
        #expect(session.records.last?.event == "session.paused")
        #expect(session.records.last?.fields.contains { $0.value == .string("a call") } == true)
        session.take(.sinkReleased)
        #expect(session.machine.state == .playing)
        #expect(session.story.suffix(3) == ["playing", "paused", "playing"])
        #expect(session.states.suffix(3) == [.playing, .paused, .playing])
    }

    @Test("stays paused while the output is lost meanwhile, and resumes when that is back")
    func lost() {
        var session = Self.playing()
        session.take(Self.held)
        session.take(.sinkLost(reason: "gone"))
        #expect(session.machine.state == .paused)
        session.take(.sinkRestored)
        #expect(session.machine.state == .playing)
        #expect(
            session.records.map(\.event).suffix(4) == [
                "session.paused", "sink.lost", "sink.restored", "session.playing",
            ])
        #expect(session.states.suffix(3) == [.playing, .paused, .playing])
    }

    @Test("cannot be resumed by the listener, who gets the reason")
    func unpause() {
        var session = Self.playing()
        session.take(Self.held)
        session.command(.unpause)
        #expect(session.refusals.count == 1)
        #expect(session.machine.state == .paused)
    }

    @Test("stays paused afterwards if the listener paused it as well")
    func pausedTwice() {
        var session = Self.playing()
        session.command(.pause)
        session.hear(24_480)
        session.take(Self.held)
        session.take(.sinkReleased)
        #expect(session.machine.state == .paused)
        session.command(.unpause)
        session.hear(24_960)
        #expect(session.machine.state == .playing)
        #expect(session.refusals == [])
    }

    @Test("is still reconnecting while its stream is")
    func reconnecting() {
        var session = Self.playing()
        session.take(Self.held)
        session.take(.source(generation: 1, .reconnecting(reason: "broke off")))
        #expect(session.machine.state == .reconnecting)
        session.take(.source(generation: 1, .reconnected))
        #expect(session.machine.state == .paused)
        session.take(.sinkReleased)
        #expect(session.machine.state == .playing)
    }

    @Test("ends at once when it is stopped")
    func stop() {
        var session = Self.playing()
        session.take(Self.held)
        session.command(.stop)
        #expect(session.machine.state == .stopped)
    }
}

@Suite(
    "A session that a phone call interrupts in a spot",
    .enabled(if: PrivatePulseAudio.isInstalled, "needs pulseaudio, pactl and parec"))
struct RingTests {
    @Test("H5: pauses the spot, and plays the rest of it after the call", .timeLimit(.minutes(1)))
    func spot() async throws {
        let server = try PrivatePulseAudio(loading: ["module-role-cork"])
        let session = AudioSession(SessionConfiguration(source: "live")) {
            let sink = PulseSink(PulseSettings(server: server.address))
            return SessionParts(
                sink: sink, clock: .real, streams: MadeStreams(sink: sink), spots: MadeSpots())
        }
        let listener = Listener()
        session.addDelegate(listener)
        try session.play()
        // Long, because the phone has to ring between the first quarter and the second.
        let frameCount = 480_000
        _ = await session.send(.push([.spot(1, frames: frameCount)]))
        try await listener.waits(for: "slot.firstQuartile")
        let phone = try server.ring()
        try await listener.waits(for: "slot.paused")
        #expect(listener.calls.last == "state paused")
        phone.stop()
        try await listener.waits(for: "slot.completed")
        _ = await session.send(.stop)
        _ = await session.ended()
        let spot = listener.records.filter { $0.event.hasPrefix("slot.") }
        let frames = Dictionary(
            spot.map { ($0.event, $0.frame) }, uniquingKeysWith: { first, _ in first })
        #expect(
            spot.map(\.event).filter { $0 != "slot.firstAudible" } == [
                "slot.loading", "slot.loaded", "slot.started", "slot.firstQuartile", "slot.paused",
                "slot.resumed", "slot.midpoint", "slot.thirdQuartile", "slot.completed",
            ])
        #expect(frames["slot.paused"] == frames["slot.resumed"])
        let length = try #require(frames["slot.completed"]) - #require(frames["slot.started"])
        #expect(length == frameCount)
    }
}
