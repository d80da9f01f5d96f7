import CFFmpeg
import FFmpegCalls
import MediaTime
import PCMAudio

/// Converts frames of one sample format to the pipeline's samples, keeping their exact duration.
struct PipelineConverter: ~Copyable {
    let format: SampleFormat
    private var resampler: Resampler
    /// Counts the input; `delivered` counts the output.
    private(set) var clock: StreamClock
    private var delivered: FrameTime
    /// How many input samples to skip to reach the first one that lies exactly on a frame.
    private var toDrop: Int

    /// Converts samples that begin at `clock`'s time.
    ///
    /// In the middle of a source that may be between two frames. The output then begins at the next
    /// input sample that lies on a frame, and is bit-exact with converting the whole source.
    init(from format: SampleFormat, at clock: StreamClock) throws(FFmpegError) {
        let resampler = try Resampler(from: format)
        self.format = format
        self.clock = clock
        self.clock.changeRate(to: format.sampleRate)
        toDrop = self.clock.samplesToWholeFrame
        delivered = self.clock.frame(ofSample: self.clock.samples + toDrop)
        self.resampler = resampler
    }

    /// Converts the samples of `frame`.
    mutating func convert(
        _ frame: borrowing DecodedFrame, deliver: (Span<Float>, FrameTime) -> Void
    ) {
        let count = frame.sampleCount
        clock.advance(SampleCount(count, rate: format.sampleRate))
        if format.isPipeline {
            pass(frame.interleaved.span, deliver)
            return
        }
        var done = drop(from: count)
        while done < count {
            let piece = min(count - done, pieceCount)
            frame.withPlanes(skipping: done) { resample($0, count: piece, deliver) }
            done += piece
        }
    }

    /// Converts `count` samples of silence.
    mutating func convertSilence(count: Int, deliver: (Span<Float>, FrameTime) -> Void) {
        clock.advance(SampleCount(count, rate: format.sampleRate))
        if format.isPipeline {
            passSilence(frames: count, deliver)
            return
        }
        var left = count - drop(from: count)
        while left > 0 {
            let piece = min(left, Self.silentPieceCount)
            format.withSilence(count: piece) { resample($0, count: piece, deliver) }
            left -= piece
        }
    }

    /// How many samples of a frame are converted at a time: one second, which bounds memory use for
    /// long frames.
    private var pieceCount: Int { format.sampleRate }

    /// The same for silence, which may have hundreds of channels.
    private static let silentPieceCount = 4096

    /// Delivers everything that is still buffered, up to the end of the last sample.
    mutating func finish(deliver: (Span<Float>, FrameTime) -> Void) {
        guard !format.isPipeline, toDrop == 0 else { return }
        resample(nil, count: 0, deliver)
        passSilence(frames: clock.now - delivered, deliver)
    }

    /// How many of `count` samples to skip before the first wanted one.
    private mutating func drop(from count: Int) -> Int {
        let dropped = min(toDrop, count)
        toDrop -= dropped
        return dropped
    }

    private mutating func resample(
        _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int,
        _ deliver: (Span<Float>, FrameTime) -> Void
    ) {
        guard planes == nil || count > 0 else { return }
        let wanted = clock.now - delivered
        let samples = resampler.resample(planes, count: count)
        let kept = min(samples.count, wanted * AudioFormat.pipelineChannelCount)
        pass(UnsafeBufferPointer(rebasing: samples[..<kept]).span, deliver)
    }

    private mutating func pass(
        _ samples: Span<Float>, _ deliver: (Span<Float>, FrameTime) -> Void
    ) {
        guard samples.count > 0 else { return }
        if samples.areNumbers {
            deliver(samples, delivered)
        } else {
            deliver(samples.numbersOnly.span, delivered)
        }
        delivered = delivered + samples.count / AudioFormat.pipelineChannelCount
    }

    private mutating func passSilence(
        frames: Int, _ deliver: (Span<Float>, FrameTime) -> Void
    ) {
        guard frames > 0 else { return }
        let channels = AudioFormat.pipelineChannelCount
        let piece = min(frames, FrameTime.rate)
        let silence = [Float](repeating: 0, count: piece * channels)
        for start in stride(from: 0, to: frames, by: piece) {
            pass(silence.span.extracting(0..<(min(piece, frames - start) * channels)), deliver)
        }
    }
}

/// Damaged or malicious audio can decode to NaN or infinity, from which no resampler, meter or
/// limiter recovers.
extension Span<Float> {
    fileprivate var areNumbers: Bool {
        withUnsafeBufferPointer { samples in
            samples.reduce(0) { max($0, $1.magnitude.bitPattern) } < Float.infinity.bitPattern
        }
    }

    /// The samples, with 0 in place of those that are not finite.
    fileprivate var numbersOnly: [Float] {
        indices.map { self[$0].isFinite ? self[$0] : 0 }
    }
}
