import AudioMixing
import AudioSinks
import FoundationEssentials
import MediaTime
import PCMAudio
import Platform
import Synchronization

extension LatencyMeter {
    /// Measures the time from rendering to hearing a frame, without changes.
    ///
    /// Renders the programme with `sink`, and polls the rendered frame.
    mutating func measureOutput(
        through sink: any AudioSink, for time: Duration = .seconds(3)
    ) throws(MeasurementError) {
        let count = (time + .seconds(1)).frameCount
        let store = SampleStore(capacity: count)
        let samples = CodedSound(number: CodedSound.programme.number, frameCount: count).samples
        _ = store.appendAll(samples.span)
        store.finish()
        let mix = PublishedMix()
        let whole = FrameRange(.zero, count: count)
        mix.publish(
            MixPlan(clips: [Clip(source: store.handle, output: whole, sourceStart: .zero)]),
            keeping: [store])
        mix.outputEnd = whole.end
        let place = listener.now
        sink.start(rendering: mix) { _ in }
        var log: [(frame: Int, time: MonotonicTime)] = []
        // A sink that stands still this long is broken, and a slow one is not.
        let patience = 2 * time.inSeconds + 2
        var deadline = MonotonicTime.now.advanced(by: patience)
        while log.last.map({ $0.frame < count }) ?? true, .now < deadline {
            let rendered = Int(sink.renderedFrame.frames)
            if rendered > log.last?.frame ?? 0 {
                log.append((rendered, .now))
                deadline = .now.advanced(by: patience)
            }
            MonotonicTime.now.advanced(by: 0.0005).sleep()
        }
        let runs = try listener.wait(for: "a sink of our own", from: place) {
            let runs = $0.filter { $0.firstIndex(of: .programme) != nil }
            guard let last = runs.last, let index = last.firstIndex(of: .programme) else {
                return nil as [CodedRun]?
            }
            return index + last.count >= time.frameCount ? runs : nil
        }
        // The rest is not needed.
        try? sink.finish(within: .zero)
        // try?: all that is measured was heard.
        for latency in runs.flatMap({ Self.outputLatencies(of: $0, against: log) }) {
            record(latency, as: .output)
        }
        try waitForSilence()
    }

    /// The milliseconds from rendering to hearing, for one frame every 7 ms after the first second.
    ///
    /// `log` has the number of rendered frames at some times.
    static func outputLatencies(
        of run: CodedRun, against log: [(frame: Int, time: MonotonicTime)]
    ) -> [Double] {
        guard let first = run.firstIndex(of: .programme) else { return [] }
        var rest = log[...]
        var latencies: [Double] = []
        let step = FrameTime.rate / 143
        for index in stride(from: max(first, FrameTime.rate), to: first + run.count, by: step) {
            rest = rest.drop { $0.frame <= index }
            guard let rendered = rest.first else { break }
            let heard = run.heard.advanced(by: Double(index - first) / Double(FrameTime.rate))
            latencies.append(heard.seconds(since: rendered.time) * 1000)
        }
        return latencies
    }

    /// Measures how often the sound thread of a player wakes up without changes.
    ///
    /// Must be the last measurement, because it stops the recorder. A recorder holds memory that
    /// PulseAudio shares with the player, and wakes the thread to return it.
    mutating func measureWakeUps(seconds: Int) throws(MeasurementError) {
        let player = try startedPlayer()
        listener.close()
        let thread = player.soundThread()
        // The end of the recorder wakes the thread, too.
        MonotonicTime.now.advanced(by: 1).sleep()
        for _ in 0..<seconds {
            let (before, start) = (thread.flatMap(MeasuredPlayer.wakeUps), MonotonicTime.now)
            start.advanced(by: 1).sleep()
            let (after, end) = (thread.flatMap(MeasuredPlayer.wakeUps), MonotonicTime.now)
            guard let before, let after else { break }
            record(Double(after - before) / end.seconds(since: start), as: .wakeUps)
        }
        try player.end()
    }

    private static func busyCores() throws(MeasurementError) -> BusyCores {
        do throws(ThreadFailure) {
            return try BusyCores()
        } catch {
            throw MeasurementError(.unavailable, "\(error)")
        }
    }

    /// Measures underruns and wrong frames of a player while all cores are busy.
    mutating func measureLoad(for time: Duration) throws(MeasurementError) {
        guard time > .zero else { return }
        var player = try startedPlayer()
        let before = try player.underruns()
        let place = listener.now
        do {
            let load = try Self.busyCores()
            defer { load.end() }
            try listener.listen(for: time)
        }
        record(Double(try player.underruns() - before), as: .loadUnderruns)
        let lost = try listener.wait(for: "a player under load", from: place) {
            Self.wrongFrameCount(in: $0)
        }
        record(Double(lost), as: .loadLost)
        try player.end()
        try waitForSilence()
    }

    /// The number of programme frames that are missing from `runs` or replaced by others.
    static func wrongFrameCount(in runs: ArraySlice<CodedRun>) -> Int {
        let parts = runs.compactMap { run in
            run.firstIndex(of: .programme).map { (run, $0) }
        }
        let jumps = zip(parts, parts.dropFirst()).map { before, after in
            let gap = after.0.first - before.0.end
            return gap + abs(after.1 - (before.1 + before.0.count))
        }
        return jumps.reduce(0, +)
    }

    /// Measures how much faster the sink clock is than the system clock.
    mutating func measureDrift() {
        if let drift = listener.drift { record(drift, as: .drift) }
    }
}

/// Keeps all cores busy until ``end()``.
final class BusyCores: Sendable {
    private let mustEnd = Atomic<Bool>(false)

    init() throws(ThreadFailure) {
        do throws(ThreadFailure) {
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                try PlatformThread.start(named: "busy core") { [self] in
                    while !mustEnd.load(ordering: .relaxed) {}
                }
            }
        } catch {
            // The threads that did start would otherwise never end.
            end()
            throw error
        }
    }

    func end() { mustEnd.store(true, ordering: .relaxed) }
}
