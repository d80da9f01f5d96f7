import SampleStation
import TestServers
import Testing

@Suite(
    "Mounts of the station and of Icecast", .enabled(if: PrivateIcecast.isInstalled),
    .timeLimit(.minutes(1)))
struct BroadcasterTests {
    @Test(
        "send titles after exactly every interval, as the programme proceeds",
        arguments: Broadcaster.allCases)
    func titles(on broadcaster: Broadcaster) async throws {
        let heard = try await broadcaster.listenWithTitles()
        let audio = heard.reading.audio
        #expect(heard.namedInterval == heard.reading.interval)
        // A misplaced block would stay in the audio, or remove some of it.
        let frames = Array(FrameWalker<MP3FrameHeader>(audio))
        #expect(frames.reduce(0) { $0 + $1.frame.bytes.count } > audio.count - 2000)
        #expect(frames.count > 100)
        #expect(heard.reading.titles == heard.expected)
        #expect(heard.reading.titles.count >= 6)
    }

    @Test(
        "are decoded by ffmpeg without an error", arguments: Broadcaster.allCases,
        LiveCodec.allCases)
    func decoding(on broadcaster: Broadcaster, codec: LiveCodec) async throws {
        try await broadcaster.broadcast(codec, timesFaster: 1) { address in
            let complaints = try await FFmpeg.complaints(decoding: address, seconds: 3)
            #expect(complaints == "")
        }
    }

    @Test(
        "are decoded across the seam of the programme too", arguments: Broadcaster.allCases,
        LiveCodec.allCases)
    func seam(on broadcaster: Broadcaster, codec: LiveCodec) async throws {
        try await broadcaster.broadcast(codec, timesFaster: 50) { address in
            let complaints = try await FFmpeg.complaints(decoding: address, seconds: 100)
            #expect(complaints == "")
        }
    }
}
