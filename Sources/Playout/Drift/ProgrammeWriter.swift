import AudioDecoding
import MediaTime
import PCMAudio

/// Writes a live stream's decoded samples into a store, with drift correction, and maintains the
/// map from stream to programme frames.
///
/// For the store's writing thread.
struct ProgrammeWriter: ~Copyable {
    private let pace: LivePace
    private let time: ProgrammeTime
    private let timeShift: TimeShiftStore
    private var writer: StoreWriter
    private var corrector: RateCorrector
    private var correction = RateCorrection.none
    private var cutter = SilenceCutter()
    /// The programme frame at the last cut.
    private var seam: FrameTime?
    /// The next stream frame; `nil` before the first.
    private var streamFrame: FrameTime?
    /// The next programme frame to write.
    private var programmeFrame: FrameTime
    /// The programme frame at which the correction is updated next.
    private var update: FrameTime

    init(
        _ store: SampleStore, measuringInto loudness: LoudnessTrack?, in time: ProgrammeTime,
        at pace: LivePace, keptIn timeShift: TimeShiftStore,
        correctedBy method: RateCorrector.Method = .resampling
    ) {
        corrector = RateCorrector(by: method)
        self.pace = pace
        self.time = time
        self.timeShift = timeShift
        writer = StoreWriter(store, measuringInto: loudness)
        programmeFrame = store.start
        update = store.start
    }

    /// Whether the store begins where the stream does.
    var startsWithStream: Bool { writer.store.start == .zero }

    /// Whether the store was cancelled and takes no more samples.
    var isCancelled: Bool { writer.isCancelled }

    /// Stores `samples`, which begin at stream frame `frame`.
    ///
    /// Frames that were already written are dropped; a gap before `frame` becomes silence.
    mutating func write(_ samples: Span<Float>, at frame: FrameTime) {
        let channels = AudioFormat.pipelineChannelCount
        let next = streamFrame ?? begin(at: frame)
        if frame > next { passSilence(from: next, to: frame) }
        let surplus = min(max(0, next - frame) * channels, samples.count)
        guard !isCancelled, surplus < samples.count else { return }
        pass(samples.extracting(surplus..<samples.count), at: max(frame, next))
    }

    /// Stores what is still buffered. Nothing may follow.
    mutating func finish() {
        corrector.finish { deliver($0, &writer, &programmeFrame) }
    }

    /// Sets the position of the first samples. They may lie before the wanted ones, as the
    /// decoder's preroll. They are not corrected, and so their position is known.
    private mutating func begin(at frame: FrameTime) -> FrameTime {
        let wanted = programmeFrame
        programmeFrame = wanted + (frame - time.streamFrame(at: wanted))
        return frame
    }

    /// Passes on `samples`, which begin at stream frame `frame`, the next one.
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

    /// Drops `frameCount` frames from stream frame `frame`, the next one, on.
    private mutating func leaveOut(_ frameCount: Int, at frame: FrameTime) {
        // The samples that the corrector still buffers come first.
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

    /// Updates the correction at stream frame `frame`, once a second. Before the first correction
    /// samples stay unchanged.
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

/// Writes a corrector's output.
private func deliver(
    _ samples: Span<Float>, _ writer: inout StoreWriter, _ frame: inout FrameTime
) {
    writer.write(samples, at: frame)
    frame = frame + samples.count / AudioFormat.pipelineChannelCount
}
