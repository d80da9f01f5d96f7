import AudioDecoding
import MediaTime
import PCMAudio

/// Puts decoded samples where they belong in a store, waiting for room, and measures them.
///
/// For the one thread that writes into the store.
struct StoreWriter: ~Copyable {
    let store: SampleStore
    private var meter: BlockMeter?
    /// Whether the store was cancelled: nobody wants more samples.
    private(set) var isCancelled = false

    /// Whatever is stored was measured into `loudness` before, which begins where the store does.
    init(_ store: SampleStore, measuringInto loudness: LoudnessTrack?) {
        self.store = store
        if let loudness { meter = BlockMeter(into: loudness) }
    }

    /// Stores `samples`, the first of which is frame `time`'s.
    ///
    /// What lies before the store's next frame is left out; what is missing up to `time` becomes
    /// silence.
    mutating func write(_ samples: Span<Float>, at time: FrameTime) {
        let channels = AudioFormat.pipelineChannelCount
        let missing = time - store.readyEnd
        if missing > 0 { writeSilence(frames: missing) }
        let surplus = min(max(0, -missing) * channels, samples.count)
        guard !isCancelled, surplus < samples.count else { return }
        append(samples.extracting(surplus..<samples.count))
    }

    private mutating func append(_ samples: Span<Float>) {
        meter?.measure(samples)
        isCancelled = !store.appendAll(samples)
    }

    private mutating func writeSilence(frames: Int) {
        let silence = [Float](repeating: 0, count: 4800 * AudioFormat.pipelineChannelCount)
        var left = frames
        while left > 0, !isCancelled {
            let count = min(left, 4800)
            let piece = silence.span.extracting(0..<(count * AudioFormat.pipelineChannelCount))
            append(piece)
            left -= count
        }
    }
}
