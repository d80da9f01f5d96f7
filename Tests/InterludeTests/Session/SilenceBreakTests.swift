import Interlude
import MediaTime
import TestFiles
import TestServers
import TestSignals
import Testing

/// Breaks that a silence in the sound of the stream starts or ends.
@Suite("A18: a silence of the stream", .timeLimit(.minutes(3)))
struct SilenceBreakTests {
    private let second = FrameTime.rate

    /// The frames of a spot of one second.
    private func spot(in folder: TemporaryFolder) throws -> String {
        let samples = [Float](repeating: 0.5, count: 2 * second)
        try folder.write(WAVBytes.file(samples), to: "spot.wav")
        return folder.file("spot.wav")
    }

    private func played(
        _ source: String, _ silence: StreamMarkers.Silence, in folder: TemporaryFolder
    ) async throws -> Outcome {
        var played = PlayedSource(source)
        played.giveUp = .seconds(20)
        played.configuration.markers?.fill = [
            .init(id: 0, title: "spot", audioFileURL: try spot(in: folder))
        ]
        played.configuration.markers?.silence = silence
        return try await played.run()
    }

    /// Noise of -20 LUFS with 12 s of silence from the tenth second on.
    private static func programme() throws -> Signal {
        var signal = try Signal.noise(at: -20, frames: 30 * FrameTime.rate)
        for index in 20 * FrameTime.rate..<44 * FrameTime.rate { signal.samples[index] = 0 }
        return signal
    }

    @Test("begins a break once it is long enough, until the sound returns")
    func starts() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Sound.of(Self.programme()).file, to: "programme.wav")
        let silence = StreamMarkers.Silence(.starts, length: .seconds(4))
        let outcome = try await played(path, silence, in: folder)
        let muted = try #require(outcome.frames(of: "stream.muted").first)
        let resumed = try #require(outcome.frames(of: "stream.resumed").first)
        // It is found within half a second, and 400 ms are one measurement.
        #expect((14 * second...14 * second + second).contains(muted))
        #expect((22 * second...22 * second + second).contains(resumed))
        #expect(outcome.frames(of: "stream.muted").count == 1)
        #expect(outcome.values("source", of: "cue.seen") == ["\"silence\"", "\"silence\""])
        #expect(outcome.frames(of: "slot.started").count >= 8)
        #expect(try outcome.replayed() == outcome.log)
        let again = try await played(path, silence, in: folder)
        #expect(again.sound == outcome.sound)
    }

    @Test("that is too short, or not quiet enough, begins none", arguments: [(13, -40), (4, -90)])
    func none(seconds: Int, level: Int) async throws {
        let folder = try TemporaryFolder()
        var programme = try Self.programme()
        if level == -90 {
            // A hum of about -60 LUFS.
            for index in programme.samples.indices { programme.samples[index] += 0.001 }
        }
        let path = try folder.write(Sound.of(programme).file, to: "programme.wav")
        let silence = StreamMarkers.Silence(
            .starts, level: Double(level), length: .seconds(seconds))
        let outcome = try await played(path, silence, in: folder)
        #expect(level == -90 || outcome.frames(of: "cue.seen").isEmpty)
        #expect(level == -90 || outcome.frames(of: "slot.started").isEmpty)
    }

    @Test("ends a break whose length no marker gives, and none whose length one does")
    func ends() async throws {
        // A break from the fourth second on, and a silence from the eighth to the twelfth.
        let sound = try SegmentedSound(
            .packedAAC, count: 20,
            arguments: ["-af", "volume=0:enable='between(t,8,12)'"])
        for (tag, end) in [("#EXT-X-CUE-OUT", 9), ("#EXT-X-CUE-OUT:14", 18)] {
            let text = Self.playlist(tag)
            let server = FaultServer { request, _ in
                if request.target == "/a.m3u8" {
                    return .answer(text, type: "application/vnd.apple.mpegurl")
                }
                return sound.resource(at: request.target).map { .answer($0) }
                    ?? .answer(status: "404 Not Found")
            }
            defer { server.stop() }
            let outcome = try await played(
                server.address("/a.m3u8"), .init(.ends, length: .seconds(1)),
                in: try TemporaryFolder())
            let resumed = try #require(outcome.frames(of: "stream.resumed").first)
            #expect((end * second - second / 10...(end + 1) * second).contains(resumed))
            let muted = try #require(outcome.frames(of: "stream.muted").first)
            #expect(abs(muted - 4 * second) <= 1024)
        }
    }

    private static func playlist(_ tag: String) -> [UInt8] {
        let head = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        let segments = (0..<20).map { "\($0 == 4 ? "\(tag)\n" : "")#EXTINF:1.0,\n\($0)\n" }
        return Array((head + segments.joined() + "#EXT-X-ENDLIST\n").utf8)
    }
}
