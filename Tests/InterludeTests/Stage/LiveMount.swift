import AudioSinks
import Foundation
import HTTPAccess
import Interlude
import MediaTime
import TestFiles
import TestServers

/// A session in real time that plays a live mount over HTTP, with spots from files.
///
/// The mount sends the samples of ``MadeStreams`` without a loss: first ``firstCount`` frames, and
/// once these are heard everything up to ``edge``, which is the live edge from then on.
struct LiveMount {
    /// Whole packets of a demuxed WAV file, so that every sent frame is received. Three seconds,
    /// because on a busy machine the rest takes a while to arrive.
    static let firstCount = 288 * 512
    static let edge = 938 * 512

    var configuration: SessionConfiguration

    /// The initial buffer: all that is sent at first, so that the listener begins that far behind
    /// live, except for the 12 ms that a decoder holds back.
    init(frames frameCount: Int) {
        configuration = SessionConfiguration(source: "")
        configuration.loudness = .off
        configuration.duration = .frames(frameCount)
        configuration.startThreshold = .frames(Self.firstCount - 576)
    }

    func at(_ frame: Int, _ command: SessionCommand) -> LiveMount {
        var mount = self
        mount.configuration.script.append(.init(at: FrameTime(Int64(frame)), command))
        return mount
    }

    /// Plays to the end; `spot` is the content of every spot's file.
    func run(spot: [Float]) async throws -> Outcome {
        let folder = try TemporaryFolder()
        let path = folder.file("heard.wav")
        let recording = folder.file("recording")
        try folder.write(WAVBytes.file(spot), to: "spot.wav")
        let isHeard = Gate()
        let server = FaultServer { _, _ in Self.answer(goingOnAfter: isHeard) }
        defer { server.stop() }
        var configuration = configuration
        configuration.source = server.address("/live")
        for index in configuration.script.indices {
            configuration.script[index].command = configuration.script[index].command
                .locatingSpots(at: folder.file("spot.wav"))
        }
        var options = SessionOptions()
        options.recording = .file(path: recording)
        let session = AudioSession(configuration, options: options) {
            let client = WebClient(configuration: WebClientConfiguration())
            return SessionParts(
                sink: try WAVSink(path: path, format: .float32, clock: .real(speed: 1)),
                clock: .real,
                streams: PlayableStreams(
                    client: client, giveUp: .zero, maxDelay: .seconds(300),
                    for: .byClock),
                spots: FetchedSpots(client: client))
        }
        let listener = Listener()
        let opener = GateOpener(isHeard, at: "session.playing")
        session.addDelegate(listener)
        session.addDelegate(opener)
        try session.play()
        let end = await session.ended()
        withExtendedLifetime(opener) {}
        return Outcome(
            sound: try Sound(readingWAV: path), records: listener.records, calls: listener.calls,
            end: end, recording: try Data(contentsOf: URL(filePath: recording)))
    }

    private static func answer(goingOnAfter isHeard: Gate) -> [FaultServer.Step] {
        let first = MadeStreams.index[..<(2 * firstCount)]
        let rest = MadeStreams.index[(2 * firstCount)..<(2 * edge)]
        return [
            .head("200 OK", "Content-Type: audio/wav", "icy-name: test"),
            .send(WAVBytes.header()), .send(WAVBytes.body(first)), .wait(isHeard),
            .send(WAVBytes.body(rest)), .stall,
        ]
    }
}

extension SessionCommand {
    fileprivate func locatingSpots(at path: String) -> SessionCommand {
        guard case .pushAtLiveEdge(let advertisements) = self else { return self }
        return .pushAtLiveEdge(
            advertisements.map {
                var advertisement = $0
                advertisement.audioFileURL = path
                return advertisement
            })
    }
}
