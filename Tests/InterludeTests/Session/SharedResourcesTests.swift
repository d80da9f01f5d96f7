import Interlude
import MediaTime
import Synchronization
import TestFiles
import TestServers
import Testing

/// Sessions of which many share their threads, in real time.
@Suite("A session with shared resources", .timeLimit(.minutes(2)))
struct SharedResourcesTests {
    private static let interval = 4001

    /// A live MP3 stream of twelve seconds, with a marker of a break of a second in an ICY block.
    private static func stream() throws -> FaultServer {
        let bytes = try SegmentedSound(.packedMP3, count: 1, length: .seconds(12)).bytes
        let text = Array("adw_ad='true';durationMilliseconds='1000';".utf8)
        let block = [3] + text + [UInt8](repeating: 0, count: 48 - text.count)
        var body: [UInt8] = []
        for (index, start) in stride(from: 0, to: bytes.count, by: interval).enumerated() {
            if index > 0 { body += index == 16 ? block : [0] }
            body += bytes[start..<min(start + interval, bytes.count)]
        }
        let whole = body
        return FaultServer { _, _ in
            [
                .head("200 OK", "Content-Type: audio/mpeg", "icy-metaint: \(interval)"),
                .send(whole), .stall,
            ]
        }
    }

    private struct Played {
        var records: [EventRecord]
        var levels: [HeardLevel]
        var end: SessionEnd

        /// What happened to the break, at which frames of the stream, and how long it was.
        var breakEvents: [String] {
            let start = records.first { $0.event == "break.started" }?.frame ?? 0
            return records.compactMap { record in
                let place =
                    switch record["streamFrame"] {
                    case .integer(let frame)?: " \(frame)"
                    default: ""
                    }
                switch record.event {
                case "cue.seen": return record.event + place
                case "break.started", "break.ended", "slot.started", "slot.completed",
                    "stream.muted", "stream.resumed":
                    return "\(record.event) \(record.frame - start)" + place
                default: return nil
                }
            }
        }
    }

    private final class Levels: AudioSessionDelegate {
        private let all = Mutex<[HeardLevel]>([])
        var now: [HeardLevel] { all.withLock { $0 } }
        func onLevelMeasured(_ level: HeardLevel) { all.withLock { $0.append(level) } }
    }

    private static func play(_ source: String, _ options: SessionOptions) async throws -> Played {
        let folder = try TemporaryFolder()
        let spot = [Float](repeating: 0.1, count: 2 * 24_000)
        try folder.write(WAVBytes.file(spot), to: "spot.wav")
        var configuration = SessionConfiguration(source: source)
        configuration.startThreshold = .seconds(1)
        // Some of it passes before the first sound, the more the busier the machine is.
        configuration.duration = .seconds(9)
        configuration.markers?.fill = [
            .init(id: 0, title: "spot", audioFileURL: folder.file("spot.wav"))
        ]
        let session = AudioSession(
            configuration, output: AudioOutput(.null, clock: .real), options: options)
        let listener = Listener()
        let levels = Levels()
        session.addDelegate(listener)
        session.addDelegate(levels)
        try session.play()
        let end = await session.ended()
        return Played(records: listener.records, levels: levels.now, end: end)
    }

    @Test("plays a break at the same frames as one with its own threads, and measures the rest")
    func alike() async throws {
        let server = try Self.stream()
        defer { server.stop() }
        var shared = SessionOptions()
        shared.resources = .shared
        shared.levels = .programme
        async let first = Self.play(server.address("/live"), SessionOptions())
        async let second = Self.play(server.address("/live"), shared)
        let (own, played) = try await (first, second)
        #expect(own.breakEvents.count >= 6)
        #expect(played.breakEvents == own.breakEvents)
        #expect(!played.records.contains { $0.event == "stream.underrun" })
        // Three to eight seconds of the programme.
        #expect(played.levels.count > 30 && played.levels.count < 80)
        #expect(played.levels.allSatisfy { $0.loudness > -40 && $0.range.count == 4800 })
        #expect(own.levels.isEmpty)
    }

    private enum End { case ofDuration, atOnce }

    @Test("keeps nothing once it is over", arguments: [End.ofDuration, .atOnce])
    private func released(end: End) async throws {
        let server = try Self.stream()
        defer { server.stop() }
        var configuration = SessionConfiguration(source: server.address("/live"))
        configuration.duration = .seconds(1)
        var options = SessionOptions()
        options.resources = .shared
        weak var ended: AudioSession?
        do {
            let session = AudioSession(
                configuration, output: AudioOutput(.null, clock: .real), options: options)
            ended = session
            try session.play()
            if end == .atOnce { session.send(.stop) { _ in } }
            _ = await session.ended()
            #expect(await session.send(.pause) == .refused("the session is over"))
        }
        while ended != nil { await Task.yield() }
    }
}
