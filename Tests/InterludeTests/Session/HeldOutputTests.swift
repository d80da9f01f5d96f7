import AudioSinks
import Interlude
import MediaTime
import TestServers
import Testing

@Suite("A session whose output is held for something else")
struct HeldOutputTests {
    private static let held = SessionEvent.sinkHeld(reason: "a call")

    /// A live stream of which half a second was heard.
    private static func playing() -> SessionHarness {
        var sitting = SessionHarness()
        sitting.hear(24_000)
        return sitting
    }

    @Test("is paused for that reason, and plays when it is over")
    func paused() {
        var sitting = Self.playing()
        sitting.take(Self.held)
        #expect(sitting.machine.state == .paused)
        #expect(sitting.records.last?.event == "session.paused")
        #expect(sitting.records.last?.fields.contains { $0.value == .string("a call") } == true)
        sitting.take(.sinkReleased)
        #expect(sitting.machine.state == .playing)
        #expect(sitting.story.suffix(3) == ["playing", "paused", "playing"])
        #expect(sitting.states.suffix(3) == [.playing, .paused, .playing])
    }

    @Test("stays paused while the output is lost meanwhile, and plays when that is back")
    func lost() {
        var sitting = Self.playing()
        sitting.take(Self.held)
        sitting.take(.sinkLost(reason: "gone"))
        #expect(sitting.machine.state == .paused)
        sitting.take(.sinkRestored)
        #expect(sitting.machine.state == .playing)
        #expect(
            sitting.records.map(\.event).suffix(4) == [
                "session.paused", "sink.lost", "sink.restored", "session.playing",
            ])
        #expect(sitting.states.suffix(3) == [.playing, .paused, .playing])
    }

    @Test("is not resumed by the listener, who is told why")
    func unpause() {
        var sitting = Self.playing()
        sitting.take(Self.held)
        sitting.command(.unpause)
        #expect(sitting.refusals.count == 1)
        #expect(sitting.machine.state == .paused)
    }

    @Test("stays paused afterwards if the listener paused it as well")
    func pausedTwice() {
        var sitting = Self.playing()
        sitting.command(.pause)
        sitting.hear(24_480)
        sitting.take(Self.held)
        sitting.take(.sinkReleased)
        #expect(sitting.machine.state == .paused)
        sitting.command(.unpause)
        sitting.hear(24_960)
        #expect(sitting.machine.state == .playing)
        #expect(sitting.refusals == [])
    }

    @Test("is still reconnecting while its stream is")
    func reconnecting() {
        var sitting = Self.playing()
        sitting.take(Self.held)
        sitting.take(.source(generation: 1, .reconnecting(reason: "broke off")))
        #expect(sitting.machine.state == .reconnecting)
        sitting.take(.source(generation: 1, .reconnected))
        #expect(sitting.machine.state == .paused)
        sitting.take(.sinkReleased)
        #expect(sitting.machine.state == .playing)
    }

    @Test("ends at once when it is stopped")
    func stop() {
        var sitting = Self.playing()
        sitting.take(Self.held)
        sitting.command(.stop)
        #expect(sitting.machine.state == .stopped)
    }
}

@Suite(
    "A session in whose spot the phone rings",
    .enabled(if: PrivatePulseAudio.isInstalled, "needs pulseaudio, pactl and parec"))
struct RingTests {
    @Test("pauses the spot, and plays the rest of it when that is over", .timeLimit(.minutes(1)))
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
        _ = await session.send(.push([.spot(1, frames: 48_000)]))
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
        #expect(try #require(frames["slot.completed"]) - #require(frames["slot.started"]) == 48_000)
    }
}
