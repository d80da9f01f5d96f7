import AdPlayback
import Advertising
import AudioSinks
import BeaconStorage
import Foundation
import HTTPAccess
import Interlude
import MediaTime
import PCMAudio
import TestFiles
import TestServers

/// A session in virtual time that plays a file or a live stream with pods, and a scripted viewer.
struct PodSessionScenario {
    var configuration: SessionConfiguration
    var schedule: AdSchedule
    var networkDelay: Duration = .zero

    /// Whether the source is an address, and not a made-up stream.
    var isFromNetwork = false

    /// The gate that the source's server waits for, and the event that opens it.
    var gate: (gate: Gate, event: String)?

    /// The stated place of the schedule.
    var place = "schedule.json"

    /// Sends beacons; `nil` for none.
    var beacons: (any BeaconSupply)?

    /// Keeps beacons on disk; `nil` for none.
    var beaconStore: BeaconStore?

    /// Three pods of a placeholder and two ads of a second each, at 0, 6 and 12 seconds.
    static let pods = [0, 288_000, 576_000]
    static let placeholder = 48_000
    static let podLength = 144_000

    init(_ source: String = "file:1000000", pods: [Int] = Self.pods, viewer: String = "") throws {
        configuration = SessionConfiguration(source: source)
        configuration.loudness = .off
        configuration.viewer =
            try viewer.isEmpty
            ? nil
            : ViewerScript(parsing: viewer) { text in
                .milliseconds(Int(text.dropLast(2)) ?? 0)
            }
        schedule = AdSchedule(
            breaks: pods.enumerated().map { Self.pod($0.offset + 1, at: $0.element) })
    }

    static func pod(
        _ number: Int, at start: Int, length: Int = podLength, unit: String = Self.unit
    ) -> AdSchedule.Break {
        let edges = [0, placeholder, placeholder + 48_000, length].map {
            FrameTime(Int64(start + $0))
        }
        var ads = zip(edges, edges.dropFirst()).map { AdSchedule.Ad(range: FrameRange($0, $1)) }
        ads[0].kind = .truex
        ads[0].truexParameters = .oneStage(json: unit)
        return AdSchedule.Break(
            id: "pod-\(number)", position: start == 0 ? .preroll : .midroll,
            range: FrameRange(FrameTime(Int64(start)), count: length), ads: ads)
    }

    /// An ad server's answer: five seconds of attention, and a card for ten.
    static let unit = unit(voiceOver: "")

    static func unit(voiceOver: String, card: String = "10", attention: String = "5") -> String {
        """
        {"tag_type":"choice_card","fillable":true,"ads":[{"id":7,"name":"Coffee","session_id":"e1",
        "window_url":"http://example.com/unit"}],
        "card_configurations":[{"aa":"\(card)","sec":"\(attention)",
        "product":"sponsored_ad_break","vo":["\(voiceOver)"]}]}
        """
    }

    func at(_ frame: Int, _ command: SessionCommand) -> PodSessionScenario {
        var scenario = self
        scenario.configuration.script.append(.init(at: FrameTime(Int64(frame)), command))
        return scenario
    }

    func run() async throws -> Outcome {
        let folder = try TemporaryFolder()
        let path = folder.file("heard.wav")
        let recording = folder.file("recording")
        var options = SessionOptions()
        options.recording = .file(path: recording)
        let session = AudioSession(configuration, options: options) {
            let sink = try WAVSink(path: path, format: .float32, clock: .virtual)
            let client = WebClient(configuration: WebClientConfiguration())
            let network = PlayableStreams(
                client: client, giveUp: .zero, maxDelay: .seconds(300), for: .bySupply)
            var parts = SessionParts(
                sink: sink, clock: .virtual,
                streams: isFromNetwork ? network : MadeStreams(sink: sink), spots: MadeSpots(),
                networkDelay: networkDelay)
            var truex = TruexParts(
                StreamSchedule(schedule, from: place), client, MemoryBudget(byteCount: 64 << 20))
            truex.voices = MadeSpots()
            parts.truex = truex
            parts.beacons = beacons
            parts.beaconStore = beaconStore
            return parts
        }
        let listener = Listener()
        session.addDelegate(listener)
        let opener = gate.map { GateOpener($0.gate, at: $0.event) }
        if let opener { session.addDelegate(opener) }
        try session.play()
        let end = await session.ended()
        withExtendedLifetime(opener) {}
        return Outcome(
            sound: try Sound(readingWAV: path), records: listener.records, calls: listener.calls,
            end: end, recording: try Data(contentsOf: URL(filePath: recording)))
    }
}
