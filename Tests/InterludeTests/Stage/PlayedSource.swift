import AudioSinks
import Foundation
import HTTPAccess
import Interlude
import MediaTime
import TestFiles

/// A session in virtual time that plays a real source: an address, a file, or a named pipe.
struct PlayedSource {
    var configuration: SessionConfiguration
    /// The time limit for reconnecting a stream that broke off.
    var giveUp: Duration = .zero
    /// Opens a gate of the server; `nil` if it has none.
    var opener: GateOpener?

    init(_ source: String) {
        configuration = SessionConfiguration(source: source)
        configuration.loudness = .off
    }

    /// Sends `command` at output frame `frame`.
    func at(_ frame: Int, _ command: SessionCommand) -> PlayedSource {
        var played = self
        played.configuration.script.append(.init(at: FrameTime(Int64(frame)), command))
        return played
    }

    /// Plays to the end.
    func run() async throws -> Outcome {
        let folder = try TemporaryFolder()
        let path = folder.file("heard.wav")
        let recording = folder.file("recording")
        var options = SessionOptions()
        options.recording = .file(path: recording)
        let giveUp = giveUp
        let session = AudioSession(configuration, options: options) {
            let client = WebClient(configuration: WebClientConfiguration())
            return SessionParts(
                sink: try WAVSink(path: path, format: .float32, clock: .virtual), clock: .virtual,
                streams: PlayableStreams(
                    client: client, giveUp: giveUp, maxDelay: .seconds(300),
                    for: .bySupply),
                spots: FetchedSpots(client: client))
        }
        let listener = Listener()
        session.addDelegate(listener)
        session.advertisements.addObserver(advertisementDelegate: listener)
        if let opener { session.addDelegate(opener) }
        try session.play()
        let end = await session.ended()
        return Outcome(
            sound: try Sound(readingWAV: path), records: listener.records, calls: listener.calls,
            end: end, recording: try Data(contentsOf: URL(filePath: recording)))
    }
}
