import AdCues
import AdPlayback
import Advertising
import AudioSinks
import Foundation
import Interlude
import MediaTime
import PCMAudio
import TestFiles
import Testing

/// A session in virtual time with commands at given output frames, and its outcome.
///
/// Spots keep their own loudness, so that the output is known to the sample.
struct Scenario {
    var configuration: SessionConfiguration
    /// The time for loading a spot.
    var networkDelay: Duration = .zero

    /// The cues of the stream, and the output frame from which on each is known.
    var cues: [(known: FrameTime, cue: Cue)] = []

    /// The lists of assets by their addresses.
    var lists: [String: [Advertisement]] = [:]

    /// The ad servers; `nil` for none.
    var adServers: (any AdDecisionSupply & BeaconSupply)?

    /// Plays while the streamer has muted the stream; `nil` for silence.
    var muteMusicURL: String? = "4800x0.25"

    /// Plays `source` for `frameCount` output frames.
    init(_ source: String = "live", frames frameCount: Int = 96_000) {
        configuration = SessionConfiguration(source: source)
        configuration.loudness = .off
        configuration.duration = .frames(frameCount)
    }

    /// Sends `command` at output frame `frame`.
    func at(_ frame: Int, _ command: SessionCommand) -> Scenario {
        var scenario = self
        scenario.configuration.script.append(.init(at: FrameTime(Int64(frame)), command))
        return scenario
    }

    func push(_ frame: Int, _ advertisements: Advertisement...) -> Scenario {
        at(frame, .push(advertisements))
    }

    /// Has the stream send a cue, which is known from output frame `known` on.
    func cue(
        _ kind: Cue.Kind, at frame: Int, known: Int = 0, id: String? = nil,
        source: Cue.Source = .scte35, insertion: ICYInsertion? = nil
    ) -> Scenario {
        var scenario = self
        var cue = Cue(id: id, kind, at: FrameTime(Int64(frame)), source: source)
        cue.insertion = insertion
        scenario.cues.append((FrameTime(Int64(known)), cue))
        return scenario
    }

    /// Has the playlist of the stream name an interstitial with these attributes.
    func interstitial(
        _ attributes: String, at frame: Int, known: Int = 0, id: String = "i"
    ) -> Scenario {
        var scenario = self
        let interstitial = Interstitial(attributes: attributes)
        var cue = Cue(
            id: id, .out(duration: interstitial.duration), at: FrameTime(Int64(frame)), source: .hls
        )
        cue.interstitial = interstitial
        scenario.cues.append((FrameTime(Int64(known)), cue))
        return scenario
    }

    /// Makes a list of assets available at `address`.
    func listing(_ address: String, _ spots: [Advertisement]) -> Scenario {
        var scenario = self
        scenario.lists[address] = spots
        return scenario
    }

    /// Has these ad servers.
    func asking(_ servers: any AdDecisionSupply & BeaconSupply) -> Scenario {
        var scenario = self
        scenario.adServers = servers
        return scenario
    }

    /// Fills breaks with `spots`.
    func filling(_ spots: Advertisement...) -> Scenario {
        var scenario = self
        scenario.configuration.markers?.fill = spots
        return scenario
    }

    func policy(_ policy: BreakPolicy, _ resume: SessionConfiguration.Resume = .live) -> Scenario {
        var scenario = self
        scenario.configuration.breakPolicy = policy
        scenario.configuration.resume = resume
        return scenario
    }

    func volume(_ volume: Float) -> Scenario {
        var scenario = self
        scenario.configuration.volume = Gain(linear: volume)
        return scenario
    }

    /// Makes each spot take `frameCount` frames to load.
    func loading(frames frameCount: Int) -> Scenario {
        var scenario = self
        scenario.networkDelay = .frames(frameCount)
        return scenario
    }

    /// Plays to the end; `prepare` is called before it begins.
    func run(_ prepare: (AudioSession) -> Void = { _ in }) async throws -> Outcome {
        let folder = try TemporaryFolder()
        let path = folder.file("heard.wav")
        let recording = folder.file("recording")
        var options = SessionOptions()
        options.recording = .file(path: recording)
        let muteMusicURL = muteMusicURL
        let session = AudioSession(configuration, options: options) {
            let sink = try WAVSink(path: path, format: .float32, clock: .virtual)
            var parts = SessionParts(
                sink: sink, clock: .virtual, streams: MadeStreams(sink: sink, cues: cues),
                spots: MadeSpots(),
                muteMusicURL: muteMusicURL, networkDelay: networkDelay)
            parts.lists = MadeAssetLists(lists: lists)
            parts.decisions = adServers
            parts.beacons = adServers
            return parts
        }
        let listener = Listener()
        session.addDelegate(listener)
        session.advertisements.addObserver(advertisementDelegate: listener)
        prepare(session)
        try session.play()
        let end = await session.ended()
        #expect(EventOrder(of: listener.records).faults == [])
        return Outcome(
            sound: try Sound(readingWAV: path), records: listener.records, calls: listener.calls,
            end: end, recording: try Data(contentsOf: URL(filePath: recording)))
    }
}

/// The outcome of a scenario.
struct Outcome {
    var sound: Sound
    var records: [EventRecord]
    /// The calls of the delegates.
    var calls: [String]
    var end: SessionEnd
    var recording: Data

    /// The event log, one line per record.
    var log: [String] { records.map(\.json.description) }

    /// The frames of the log's events of that name.
    func frames(of event: String) -> [Int] {
        records.filter { $0.event == event }.map { Int($0.frame) }
    }

    /// The value of `field` in each event of that name.
    func values(_ field: String, of event: String) -> [String] {
        records.filter { $0.event == event }.map { $0.json[field]?.description ?? "none" }
    }

    /// The reason why the session failed, if it did.
    var failureKind: SessionFailure.Kind? {
        if case .failed(let failure) = end { failure.kind } else { nil }
    }

    /// The calls about advertisements.
    var adCalls: [String] { calls.filter { !$0.hasPrefix("state ") } }

    /// The log of the recording's replay.
    func replayed() throws -> [String] {
        var lines: [String] = []
        try SessionRecording.replay(recording, named: "recording") {
            lines.append($0.json.description)
        }
        return lines
    }
}
