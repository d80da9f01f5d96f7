import AdPlayback
import Interlude
import MediaTime
import PCMAudio
import Testing

@Suite("M-streamer-mute-matrix")
struct StreamerMuteTests {
    /// When the streamer mutes and unmutes the stream; the break is from 24000 to 36000.
    struct Case: Sendable, CustomTestStringConvertible {
        var muted: Int
        var unmuted: Int
        var testDescription: String { "muted at \(muted), unmuted at \(unmuted)" }
    }

    private static let pushed = 24_000
    private static let over = 36_000
    private static let end = 72_000
    private static let fade = 384

    private static let cases = [
        (12_000, 18_000), (12_000, 30_000), (12_000, 36_000), (12_000, 48_000),
        (12_000, 72_000), (24_000, 30_000), (24_000, 36_000), (24_000, 48_000), (27_000, 30_000),
        (27_000, 48_000), (27_000, 72_000), (36_000, 48_000), (48_000, 60_000),
    ].map { Case(muted: $0.0, unmuted: $0.1) }

    private static let settings: [(volume: Float, music: Bool)] = [
        (1, true), (0.3, true), (0.3, false),
    ]

    @Test(
        "an advertisement overrides both; otherwise the streamer decides, at the user's volume",
        arguments: cases, settings)
    func matrix(_ one: Case, _ setting: (volume: Float, music: Bool)) async throws {
        var scenario = Scenario(frames: Self.end).volume(setting.volume)
            .at(one.muted, .streamerMuted).at(one.unmuted, .streamerUnmuted)
            .push(Self.pushed, .spot(1, frames: Self.over - Self.pushed))
        if !setting.music { scenario.muteMusicURL = nil }
        let outcome = try await scenario.run()
        for range in Self.steadyRanges(one) {
            let expected =
                if range.lowerBound >= Self.pushed && range.upperBound <= Self.over {
                    Sound.spot(0.5 * setting.volume, count: range.count)
                } else if range.lowerBound >= one.muted && range.upperBound <= one.unmuted {
                    Sound.spot(setting.music ? 0.25 * setting.volume : 0, count: range.count)
                } else {
                    Sound.stream(
                        range.lowerBound, count: range.count, gain: setting.volume)
                }
            #expect(outcome.sound[range] == expected, "in \(range)")
        }
        #expect(outcome.frames(of: "stream.resumed") == [Self.over])
    }

    /// The ranges without changes, and without the fades at their ends.
    private static func steadyRanges(_ one: Case) -> [Range<Int>] {
        let edges = Set([0, one.muted, one.unmuted, pushed, over, end]).sorted()
        return zip(edges, edges.dropFirst()).map { first, last in
            (first == 0 ? first : first + fade)..<(last == over ? last - fade : last)
        }
    }

    @Test("the listener's volume may change while the stream is muted, and applies afterwards")
    func volume() async throws {
        let outcome = try await Scenario(frames: 144_000).at(24_000, .streamerMuted)
            .at(36_000, .setVolume(Gain(linear: 0.5)))
            .push(48_000, .spot(1, frames: 24_000))
            .at(60_000, .setVolume(Gain(linear: 0.25))).at(96_000, .streamerUnmuted).run()
        #expect(outcome.sound[36_384..<48_000] == Sound.spot(0.125, count: 48_000 - 36_384))
        #expect(outcome.sound[48_384..<60_000] == Sound.spot(0.25, count: 60_000 - 48_384))
        #expect(outcome.sound[60_384..<71_616] == Sound.spot(0.125, count: 71_616 - 60_384))
        #expect(outcome.sound[72_384..<96_000] == Sound.spot(0.0625, count: 96_000 - 72_384))
        #expect(
            outcome.sound[96_384..<144_000]
                == Sound.stream(96_384, count: 144_000 - 96_384, gain: 0.25))
    }

    @Test(
        "unavailable mute music leaves silence, and the event log says why",
        arguments: [
            ("nothing", "the mute music is not heard: there is no nothing"),
            ("4799x0.25", "the mute music is not heard: it is shorter than 0.1 s"),
        ])
    func unheardMusic(_ address: String, _ words: String) async throws {
        var scenario = Scenario(frames: 36_000).at(12_000, .streamerMuted).at(
            24_000, .streamerUnmuted)
        scenario.muteMusicURL = address
        let outcome = try await scenario.run()
        let warnings = outcome.records.filter { $0.event == "session.warning" }
        #expect(warnings.map { $0.json["reason"] } == [.string(words)])
        #expect(outcome.sound[12_384..<24_000] == Sound.spot(0, count: 24_000 - 12_384))
        #expect(outcome.sound[24_384..<36_000] == Sound.stream(24_384, count: 36_000 - 24_384))
    }

    @Test("the streamer's unmute does not overtake an earlier mute")
    func order() {
        var session = SessionHarness()
        session.hear(4800)
        session.hear(9600, edge: 480_000)
        session.command(.streamerMuted)
        // A later estimate places the live edge further back.
        session.hear(14_400, edge: 240_000)
        session.command(.streamerUnmuted)
        session.hear(300_000, edge: 540_000)
        #expect(session.frames(of: "stream.unmuted") == [])
        session.hear(480_000, edge: 720_000)
        #expect(
            session.records.map(\.event).filter { $0.hasSuffix("muted") }
                == ["stream.muted", "stream.unmuted"])
        #expect(session.frames(of: "stream.muted") == session.frames(of: "stream.unmuted"))
    }

    @Test("events that expire behind live still unmute the stream and report a dropped push")
    func expired() {
        var session = SessionHarness()
        session.hear(4800)
        session.hear(9600, edge: 480_000)
        session.command(.streamerMuted)
        session.hear(480_000, edge: 950_400)
        session.command(.streamerUnmuted)
        session.command(.pushAtLiveEdge([.spot(1, frames: 4800), .spot(2, frames: 4800)]))
        session.command(.pause)
        session.hear(485_000, edge: 955_400)
        #expect(session.frames(of: "stream.muted").count == 1)
        #expect(session.frames(of: "stream.unmuted") == [])
        session.hear(490_000, edge: 950_400 + 300 * FrameTime.rate)
        #expect(session.frames(of: "stream.unmuted") == [490_000])
        let dropped = session.records.filter { $0.event == "break.dropped" }
        #expect(dropped.map { $0.json["spots"]?.description } == ["2"])
        #expect(dropped.map { $0.json["reason"]?.description } == ["\"expired\""])
    }
}
