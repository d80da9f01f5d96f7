import AdCues
import Advertising
import Interlude
import MediaTime
import Testing

/// The advertisement that a station sends to each listener who connects.
@Suite("A23: the preroll of a station")
struct StationPrerollTests {
    private static let end = 96_000
    private static let fade = 384

    /// A preroll from the first sound until the second second, and a break later.
    private func scenario(_ preroll: StreamMarkers.Preroll) -> Scenario {
        var scenario = Scenario(frames: 240_000)
            .cue(.out(duration: .seconds(30)), at: 0, source: .icy, insertion: .preroll)
            .cue(.in, at: Self.end, source: .icy)
            .cue(
                .out(duration: .seconds(1)), at: 144_000, source: .icy,
                insertion: .midroll
            )
            .filling(.spot(0, frames: 48_000))
        scenario.muteMusicURL = nil
        scenario.configuration.markers?.preroll = preroll
        return scenario
    }

    @Test("is silent to its end if it is to be muted, and other breaks are filled")
    func muted() async throws {
        let outcome = try await scenario(.mute).run()
        #expect(outcome.sound[0..<Self.end] == Sound.silence(count: Self.end))
        #expect(
            outcome.sound[Self.end + Self.fade..<144_000 - Self.fade]
                == Sound.stream(
                    Self.end + Self.fade, count: 144_000 - Self.end - 2 * Self.fade))
        #expect(outcome.frames(of: "slot.started") == [144_000])
        #expect(outcome.values("by", of: "stream.muted") == ["\"preroll\"", "\"break\""])
        #expect(outcome.frames(of: "stream.unmuted") == [Self.end])
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test("is heard if it is to be heard, and other breaks are filled")
    func heard() async throws {
        let outcome = try await scenario(.hear).run()
        #expect(outcome.sound[Self.fade..<96_000] == Sound.stream(Self.fade, count: 95_616))
        #expect(outcome.frames(of: "slot.started") == [144_000])
        #expect(outcome.values("by", of: "stream.muted") == ["\"break\""])
    }

    @Test("is filled by default, as any other break")
    func filled() async throws {
        let outcome = try await scenario(.fill).run()
        #expect(outcome.frames(of: "slot.started").first.map { $0 < 24_000 } == true)
        #expect(outcome.frames(of: "slot.started").last == 144_000)
    }

    @Test("is over with its stream, and another stream has one of its own")
    func replaced() async throws {
        let outcome = try await scenario(.mute).at(24_000, .play(source: "other")).run()
        let unmuted = try #require(outcome.frames(of: "stream.unmuted").first)
        #expect((24_000...48_000).contains(unmuted))
        #expect(outcome.frames(of: "stream.muted").count { $0 <= unmuted + 48_000 } == 2)
    }

    @Test("stays muted while the streamer has muted the stream as well")
    func byBoth() async throws {
        let outcome = try await scenario(.mute).at(48_000, .streamerMuted)
            .at(120_000, .streamerUnmuted).run()
        #expect(outcome.sound[0..<120_000] == Sound.silence(count: 120_000))
        #expect(outcome.sound[130_000..<130_001] == Sound.stream(130_000, count: 1))
    }
}
