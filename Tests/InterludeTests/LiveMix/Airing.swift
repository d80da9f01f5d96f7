import AdPlayback
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

    /// If there is a `gate`, the spot is loaded once that has ended.
    init(loadingItsSpotAfter gate: AsyncStream<Void>? = nil) throws {
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
                spots: GatedSpots(spots: FetchedSpots(client: client), gate: gate))
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

/// Loads spots once a gate has ended.
private struct GatedSpots: SpotSupply {
    let spots: FetchedSpots
    /// `nil` for one that is open.
    let gate: AsyncStream<Void>?

    func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotEvent) -> Void
    ) -> any SpotLoad {
        guard let gate else {
            return spots.load(advertisement, deadlines: deadlines, report: report)
        }
        return GatedLoad(
            Task {
                for await _ in gate {}
                return spots.load(advertisement, deadlines: deadlines, report: report)
            })
    }

    private final class GatedLoad: SpotLoad {
        private let load: Task<any SpotLoad, Never>

        init(_ load: Task<any SpotLoad, Never>) {
            self.load = load
        }

        func cancel() {
            Task { await load.value.cancel() }
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
