import AdCues
import AudioSinks
import Interlude
import MediaTime
import PCMAudio
import Synchronization
import TestSignals

/// Streams whose samples encode their frames: frame n is n / 2²⁴.
///
/// `file:COUNT` is a file of that many frames, `declared:COUNT` one that declares its length, and
/// `pipe:COUNT` the same over a pipe. `live` is a stream that is received a second ahead of the
/// render, `live:COUNT` one that ends after that many frames, and `other` a second one like `live`.
/// Any other source is missing.
struct MadeStreams: StreamSupply {
    static let frameCount = 30 * FrameTime.rate
    static let index = Signal.indexed(frameCount: frameCount).samples

    /// The lead of the live edge over the rendered frame.
    static let lead = FrameTime.rate

    let sink: any AudioSink

    /// The cues of a live stream, and the rendered frame from which on each is known.
    var cues: [(known: FrameTime, cue: Cue)] = []

    func open(
        _ source: String, from frame: FrameTime,
        report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream {
        let parts = source.split(separator: ":")
        switch (parts.first, parts.last.flatMap { Int($0) }) {
        case ("file", let count?):
            report(.opened(Self.facts(.file)))
            return MadeStream(from: frame, count: count)
        case ("declared", let count?):
            var facts = Self.facts(.file)
            facts.length = FrameTime(Int64(count))
            report(.opened(facts))
            return MadeStream(from: frame, count: count)
        case ("pipe", let count?):
            report(.opened(Self.facts(.pipe)))
            return MadeStream(from: frame, count: count)
        case ("live", let count?):
            report(.opened(Self.facts(.live)))
            return MadeStream(
                from: frame, count: count, sink: sink, lastEdge: FrameTime(Int64(count)),
                cues: MadeCues(cues, report: report))
        case ("live", nil), ("other", _):
            report(.opened(Self.facts(.live)))
            return MadeStream(
                from: frame, count: Self.frameCount, sink: sink,
                cues: MadeCues(cues, report: report))
        default:
            report(.failed(SessionFailure(.missing, "\(source): there is no such stream")))
            return MadeStream(from: frame, count: 0)
        }
    }

    private static func facts(_ kind: SourceFacts.Kind) -> SourceFacts {
        SourceFacts(kind: kind, codec: "made", sampleRate: 48_000, channelCount: 2)
    }
}

/// The cues of a live stream that are not known yet.
final class MadeCues: Sendable {
    private let waiting: Mutex<[(known: FrameTime, cue: Cue)]>
    private let report: @Sendable (SourceEvent) -> Void

    init(
        _ cues: [(known: FrameTime, cue: Cue)], report: @escaping @Sendable (SourceEvent) -> Void
    ) {
        waiting = Mutex(cues)
        self.report = report
        tell(at: .zero)
    }

    /// Reports the cues that are known once the sink has rendered everything before `frame`.
    func tell(at frame: FrameTime) {
        let due = waiting.withLock { waiting in
            let due = waiting.filter { $0.known <= frame }
            waiting.removeAll { $0.known <= frame }
            return due
        }
        for (_, cue) in due { report(.cue(cue)) }
    }
}

final class MadeStream: OpenStream {
    let samples: SampleStore
    private let count: Int
    private let sink: (any AudioSink)?
    /// The final live edge.
    private let lastEdge: FrameTime
    private let cues: MadeCues?

    init(
        from frame: FrameTime, count: Int, sink: (any AudioSink)? = nil,
        lastEdge: FrameTime = .distantFuture, cues: MadeCues? = nil
    ) {
        self.cues = cues
        self.count = count
        self.sink = sink
        self.lastEdge = lastEdge
        let first = min(Int(frame.frames), count)
        samples = SampleStore(capacity: count - first, startingAt: FrameTime(Int64(first)))
        _ = samples.append(MadeStreams.index.span.extracting(2 * first..<2 * count))
        samples.finish()
    }

    var store: SampleStore? { samples }

    func notify(whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        samples.notify(whenReady: frame, body)
    }

    var liveEdge: FrameTime? {
        guard let sink else { return nil }
        cues?.tell(at: sink.renderedFrame)
        return min(sink.renderedFrame + MadeStreams.lead, lastEdge)
    }

    func title(at frame: FrameTime) -> String? { nil }

    func jump(
        to frame: FrameTime, report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream {
        MadeStream(from: frame, count: count, sink: sink, lastEdge: lastEdge, cues: cues)
    }

    func catchUp(by frameCount: Int) {}
    func close() {}
}
