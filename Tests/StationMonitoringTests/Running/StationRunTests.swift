import Foundation
import Interlude
import MediaTime
import Synchronization
import TestFiles
import TestServers
import Testing

@testable import StationMonitoring

@Suite("The sessions of a station", .timeLimit(.minutes(2)))
struct StationRunTests {
    /// A clock whose sleeps take no time until there were `count`; then none ends by itself.
    private final class RecordingClock: Clock {
        private let count: Int
        private let slept = Mutex<[Duration]>([])
        private let (lengths, taker) = AsyncStream.makeStream(of: [Duration].self)

        init(sleeps count: Int) { self.count = count }

        var now: ContinuousClock.Instant { ContinuousClock.now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            // The length that was asked for, a moment ago.
            let seconds = Int(saturating: (deadline - now).inSeconds.rounded(.up))
            let all = slept.withLock { slept in
                slept.append(.seconds(seconds))
                return slept
            }
            guard all.count >= count else { return }
            taker.yield(all)
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw CancellationError()
        }

        /// Waits until there were all sleeps, and returns their lengths.
        func all() async -> [Duration] {
            for await lengths in lengths { return lengths }
            return []
        }
    }

    private static func run(
        _ source: String, _ stream: (inout WatchedStream) -> Void = { _ in },
        log: StationLog? = nil, restartClock: any Clock<Duration> = ContinuousClock()
    ) -> StationRun {
        var station = WatchedStation(
            name: "a", limits: AlarmLimits(),
            stream: WatchedStream(SessionConfiguration(source: source)))
        stream(&station.stream)
        return StationRun(
            station, version: "1.2.3", clock: MonitorClock(), log: log, restartClock: restartClock)
    }

    @Test("begin again after longer and longer pauses, and after a second if one has played")
    func restarts() async throws {
        let absent = try TemporaryFolder().file("absent.mp3")
        let clock = RecordingClock(sleeps: 3)
        let run = Self.run(absent, restartClock: clock)
        run.start()
        #expect(await clock.all() == [.seconds(1), .seconds(2), .seconds(4)])
        let (station, findings) = run.reading(at: MonitorClock().now + .seconds(60))
        #expect(station.figures.state == .failed && station.figures.restartCount == 3)
        #expect(findings.map(\.kind) == [.down])
        #expect(findings.first?.words.contains(absent) == true)
        // It waits for the next session, and does not begin it.
        await run.stop()
        #expect(run.reading(at: MonitorClock().now).0.figures.restartCount == 3)
    }

    @Test("of a station that has played begin again after a second")
    func restartOfPlayed() async throws {
        let folder = try TemporaryFolder()
        let clock = RecordingClock(sleeps: 2)
        let source = try SilentFile.write(seconds: 1, to: "a.wav", in: folder)
        let run = Self.run(source, restartClock: clock)
        run.start()
        #expect(await clock.all() == [.seconds(1), .seconds(1)])
        #expect(run.reading(at: MonitorClock().now).0.figures.state == .stopped)
        await run.stop()
    }

    @Test("end when the station is no longer watched, which is no restart")
    func stopped() async throws {
        let folder = try TemporaryFolder()
        let source = try SilentFile.write(seconds: 600, to: "a.wav", in: folder)
        let log = try StationLog(of: "a", in: folder.path) { _ in }
        let run = Self.run(source, log: log)
        run.start()
        await run.stop()
        #expect(run.reading(at: MonitorClock().now).0.figures.restartCount == 0)
        let text = try String(contentsOfFile: log.path, encoding: .utf8)
        #expect(text.ranges(of: #""event":"session.began""#).count <= 1)
        // None begins afterwards.
        run.start()
        await run.stop()
        #expect(try String(contentsOfFile: log.path, encoding: .utf8) == text)
    }

    @Test("hand their events, statuses and levels to the alarms, and their events to the log")
    func told() throws {
        let folder = try TemporaryFolder()
        let log = try StationLog(of: "a", in: folder.path) { _ in }
        let run = Self.run("http://user:secret@a.example/", log: log)
        var status = PlayerStatus(state: .playing, source: "", position: .zero)
        status.title = "Sea Shanty"
        run.onStatusUpdate(status)
        run.onEvent(EventRecord("cue.seen", at: .zero))
        run.onLevelMeasured(
            HeardLevel(
                range: FrameRange(.zero, count: 20 * FrameTime.rate), loudness: -.infinity,
                truePeak: -.infinity))
        // The end of a session is taken by itself.
        status.state = .stopped
        run.onStatusUpdate(status)
        let (station, findings) = run.reading(at: MonitorClock().now)
        #expect(station.name == "a" && !station.source.contains("secret"))
        #expect(station.figures.state == .playing && station.figures.title == "Sea Shanty")
        #expect(station.figures.cueCount == 1)
        #expect(findings.map(\.kind) == [.silence])
        var limits = AlarmLimits()
        limits.silence = nil
        run.setLimits(limits)
        #expect(run.reading(at: MonitorClock().now).1 == [])
        #expect(
            try String(contentsOfFile: log.path, encoding: .utf8)
                == #"{"event":"cue.seen","t":0,"frame":0}"# + "\n")
    }

    @Test("play what the list says: its headers, its documents, and little to go back to")
    func options() {
        var stream = WatchedStream(
            SessionConfiguration(source: "http://a.example/"),
            headers: [.init("Authorization", "Bearer 1")], documentAddresses: .any)
        #expect(stream.configuration.maxDelay == .seconds(30))
        #expect(stream.options.headers.map(\.0) == ["Authorization"])
        #expect(stream.options.headers.map(\.1) == ["Bearer 1"])
        #expect(stream.options.documentAddresses == .any)
        #expect(stream.options.levels == .programme && stream.options.resources == .shared)
        stream.documentAddresses = .publicOnly
        #expect(stream.options.documentAddresses == .publicOnly)
    }
}
