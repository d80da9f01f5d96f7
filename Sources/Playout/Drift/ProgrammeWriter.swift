import AudioDecoding
import MediaTime
import PCMAudio

/// Puts a live stream's decoded samples into a store, played as fast as the listener's clock asks
/// for, and keeps the map from stream to programme frames.
///
/// For the one thread that writes into the store.
struct ProgrammeWriter: ~Copyable {
    private let pace: LivePace
    private let time: ProgrammeTime
    private let timeShift: TimeShiftStore
    private var writer: StoreWriter
    private var corrector = RateCorrector()
    private var correction = RateCorrection.none
    private var cutter = SilenceCutter()
    /// The programme frame in front of which something was left out last.
    private var seam: FrameTime?
    /// The stream frame that comes next; `nil` before the first came.
    private var streamFrame: FrameTime?
    /// The programme frame that is written next.
    private var programmeFrame: FrameTime
    /// The programme frame from which on the correction is looked at anew.
    private var update: FrameTime

    init(
        _ store: SampleStore, measuringInto loudness: LoudnessTrack?, in time: ProgrammeTime,
        at pace: LivePace, keptIn timeShift: TimeShiftStore
    ) {
        self.pace = pace
        self.time = time
        self.timeShift = timeShift
        writer = StoreWriter(store, measuringInto: loudness)
        programmeFrame = store.start
        update = store.start
    }

    /// Whether the store was cancelled: nobody wants more samples.
    var isCancelled: Bool { writer.isCancelled }

    /// Stores `samples`, the first of which is stream frame `frame`'s.
    ///
    /// What came already is left out; what is missing up to `frame` becomes silence.
    mutating func write(_ samples: Span<Float>, at frame: FrameTime) {
        let channels = AudioFormat.pipelineChannelCount
        let next = streamFrame ?? begin(at: frame)
        if frame > next { passSilence(from: next, to: frame) }
        let surplus = min(max(0, next - frame) * channels, samples.count)
        guard !isCancelled, surplus < samples.count else { return }
        pass(samples.extracting(surplus..<samples.count), at: max(frame, next))
    }

    /// Stores what is still on its way. Nothing may follow.
    mutating func finish() {
        corrector.finish { deliver($0, &writer, &programmeFrame) }
    }

    /// The first samples may lie before those that are wanted, so that the decoder is well under
    /// way by then. They are not corrected, so their place is known.
    private mutating func begin(at frame: FrameTime) -> FrameTime {
        let wanted = programmeFrame
        programmeFrame = wanted + (frame - time.streamFrame(at: wanted))
        return frame
    }

    /// Passes samples on the first of which is stream frame `frame`'s, which is the next.
    private mutating func pass(_ samples: Span<Float>, at frame: FrameTime) {
        if programmeFrame >= max(update, seam ?? update) { correct(at: frame) }
        let frameCount = samples.count / AudioFormat.pipelineChannelCount
        streamFrame = frame + frameCount
        guard !cutter.leavesOut(samples, surplus: pace.surplus) else {
            return leaveOut(frameCount, at: frame)
        }
        if let joined = cutter.joining(samples) {
            corrector.pass(joined.span) { deliver($0, &writer, &programmeFrame) }
        } else {
            corrector.pass(samples) { deliver($0, &writer, &programmeFrame) }
        }
    }

    /// Goes on `frameCount` frames behind stream frame `frame`, which would be next.
    private mutating func leaveOut(_ frameCount: Int, at frame: FrameTime) {
        // What is still on its way through the corrector comes before it.
        let next = programmeFrame + Int(saturating: corrector.delay.rounded()) + 1
        if seam != next { bend(at: next - 1, stream: Double(frame.frames)) }
        seam = next
        bend(at: next, stream: Double((frame + frameCount + 1).frames))
        pace.noteLeftOut(frameCount)
    }

    private mutating func passSilence(from start: FrameTime, to end: FrameTime) {
        let piece = FrameTime.rate / 10
        let silence = [Float](repeating: 0, count: piece * AudioFormat.pipelineChannelCount)
        var frame = start
        while frame < end, !isCancelled {
            let count = min(end - frame, piece)
            let samples = silence.span.extracting(0..<(count * AudioFormat.pipelineChannelCount))
            pass(samples, at: frame)
            frame = frame + count
        }
    }

    /// Looks at the pace as stream frame `frame` comes, once a second. What was never corrected
    /// stays untouched at none.
    private mutating func correct(at frame: FrameTime) {
        update = programmeFrame + FrameTime.rate
        correction = pace.correction
        guard correction != .none || corrector.isCorrecting else { return }
        let stream = Double(frame.frames) - corrector.delay
        corrector.correct(by: correction)
        bend(at: programmeFrame, stream: stream)
    }

    private func bend(at frame: FrameTime, stream: Double) {
        time.bend(
            at: frame, stream: stream, to: correction,
            forgetting: timeShift.availableRange.start)
    }
}

/// Writes what comes out of a corrector.
private func deliver(
    _ samples: Span<Float>, _ writer: inout StoreWriter, _ frame: inout FrameTime
) {
    writer.write(samples, at: frame)
    frame = frame + samples.count / AudioFormat.pipelineChannelCount
}
