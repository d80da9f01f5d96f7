import Interlude
import MediaTime
import TestServers
import TestSignals
import Testing

/// A `TXXX` frame in each form of HLS, at the sample that the container states.
@Suite("A timed ID3 tag of an HLS programme", .timeLimit(.minutes(4)))
struct TimedTagSampleTests {
    private static let playlistType = "application/vnd.apple.mpegurl"

    /// A tag with a `TXXX` frame, whose sizes take one byte.
    private static let tag: [UInt8] = {
        let content = [3] + Array("id\u{0}4711".utf8)
        let frame = Array("TXXX".utf8) + [0, 0, 0, UInt8(content.count), 0, 0] + content
        return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    }()

    /// Plays a recording of `sound` in virtual time, and expects its only tag at the programme's
    /// frame `place`.
    private static func expectTag(of sound: SegmentedSound, at place: Int) async throws {
        let text = sound.playlist(0..<sound.segments.count) + "#EXT-X-ENDLIST\n"
        let playlist = Array(text.utf8)
        let server = FaultServer { request, _ in
            if request.target == "/a.m3u8" { return .answer(playlist, type: playlistType) }
            return sound.resource(at: request.target).map { .answer($0) }
                ?? .answer(status: "404 Not Found")
        }
        defer { server.stop() }
        var played = PlayedSource(server.address("/a.m3u8"))
        played.giveUp = .seconds(20)
        let outcome = try await played.run()
        let begin = try #require(outcome.frames(of: "session.playing").first)
        #expect(outcome.frames(of: "stream.metadata") == [begin + place])
        #expect(outcome.values("streamFrame", of: "stream.metadata") == ["\(place)"])
        #expect(
            outcome.values("tag", of: "stream.metadata") == [
                #"[{"id":"TXXX","description":"id","value":"4711"}]"#
            ])
        #expect(
            outcome.calls.filter { $0.hasPrefix("tag") }
                == [#"tag \#(begin + place) ["TXXX id 4711"]"#])
        #expect(outcome.frames(of: "cue.seen").isEmpty)
        #expect(try outcome.replayed() == outcome.log)
    }

    @Test(
        "A11: is heard at its time in a transport stream, also inside a codec frame",
        arguments: [96_000, 96_003, 97_123])
    func transport(sample: Int) async throws {
        var sound = try SegmentedSound(.mpegTS, count: 4)
        let first = try #require(MarkedTransport.firstTime(in: sound.segments[0]))
        let ticks = first + UInt64(sample * 15 / 8)
        sound.segments[1] = MarkedTransport.tagging(sound.segments[1], at: ticks, with: Self.tag)
        try await Self.expectTag(of: sound, at: sample)
    }

    @Test("is heard at its time in fragmented MP4", arguments: [96_001, 97_123])
    func message(sample: Int) async throws {
        var sound = try SegmentedSound(.fragmentedMP4, count: 4)
        // The container counts the encoder's priming, and the decoder leaves it out.
        let priming = 1024
        sound.segments[1] = MarkedMP4.tagging(
            sound.segments[1], at: UInt64(sample + priming), scale: 48_000, with: Self.tag)
        try await Self.expectTag(of: sound, at: sample)
    }

    @Test(
        "is heard with the first sample of the packed audio that it precedes",
        arguments: [SegmentedSound.Form.packedAAC, .packedMP3])
    func packed(form: SegmentedSound.Form) async throws {
        var sound = try SegmentedSound(form, count: 4)
        let before = sound.segments[..<2].joined().count
        let place = try MarkedProgramme.frames(in: sound.bytes, before: before)
        sound.segments[2] = Self.tag + sound.segments[2]
        try await Self.expectTag(of: sound, at: place)
    }
}
