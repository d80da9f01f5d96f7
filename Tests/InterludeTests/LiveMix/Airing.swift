import Advertising
import AudioEncoding
import AudioSinks
import Foundation
import HTTPAccess
import Interlude
import MediaTime
import TestFiles
import TestServers
import TestSignals

/// A session in virtual time with remote listeners: a programme of a chirp, with a spot in it.
struct Airing {
    /// Less than ten seconds, so that no listener is dropped for being late.
    static let frameCount = 300_007
    static let spot = 96_000..<144_000

    let session: AudioSession
    let sink: WAVSink
    private let folder: TemporaryFolder

    init() throws {
        let folder = try TemporaryFolder()
        let programme = Self.chirp(frameCount: Self.frameCount, from: 200, by: 350)
        let spot = Self.chirp(frameCount: Self.spot.count, from: 900, by: -500)
        var configuration = SessionConfiguration(
            source: try folder.write(WAVBytes.file(programme), to: "programme.wav"))
        configuration.loudness = .off
        configuration.breakPolicy = .mute
        let advertisement = Advertisement(
            id: 1, title: "spot",
            audioFileURL: try folder.write(WAVBytes.file(spot), to: "spot.wav"))
        configuration.script = [
            .init(at: FrameTime(Int64(Self.spot.lowerBound)), .push([advertisement]))
        ]
        let sink = try WAVSink(path: folder.file("heard.wav"), format: .float32, clock: .virtual)
        var options = SessionOptions()
        options.liveMix = .offered
        session = AudioSession(configuration, options: options) {
            let client = WebClient(configuration: WebClientConfiguration())
            return SessionParts(
                sink: sink, clock: .virtual,
                streams: PlayableStreams(
                    client: client, giveUp: .zero, maxDelay: .seconds(300),
                    for: .bySupply),
                spots: FetchedSpots(client: client))
        }
        self.sink = sink
        self.folder = folder
    }

    /// The audio at the output, once the session has ended.
    func heard() async throws -> [Float] {
        _ = await session.ended()
        return try WAVFile(path: folder.file("heard.wav")).floats
    }

    /// A sine whose frequency in Hz begins at `start` and grows by `growth` a second.
    private static func chirp(frameCount: Int, from start: Double, by growth: Double) -> [Float] {
        (0..<frameCount).flatMap { frame in
            let time = Double(frame) / 48_000
            let turns = start * time + growth / 2 * time * time
            return [Float(0.5 * sin(2 * .pi * turns)), Float(0.4 * cos(2 * .pi * turns))]
        }
    }
}

extension ListenStream {
    /// All bytes until the end.
    func bytes() async -> [UInt8] {
        var bytes: [UInt8] = []
        for await piece in self { bytes += piece }
        return bytes
    }

    /// All bytes until the end, as decoded by ffmpeg.
    func decoded() async throws -> FFmpegDecoding {
        let (bytes, format) = (await bytes(), format)
        return try await onThread {
            try FFmpegDecoding(of: bytes, as: format == .oggOpus ? "ogg" : "mp3")
        }
    }
}
