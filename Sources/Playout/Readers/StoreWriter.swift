import AudioDecoding
import MediaTime
import PCMAudio

/// Writes decoded samples to their place in a store, and measures them. Blocks while there is no
/// room.
///
/// For the store's writing thread.
struct StoreWriter: ~Copyable {
    let store: SampleStore
    private var meter: BlockMeter?
    /// Whether the store was cancelled and takes no more samples.
    private(set) var isCancelled = false

    /// Measures samples into `loudness`, which must begin where the store does, before it stores
    /// them.
    init(_ store: SampleStore, measuringInto loudness: LoudnessTrack?) {
        self.store = store
        if let loudness { meter = BlockMeter(into: loudness) }
    }

    /// Stores `samples`, which begin at frame `time`.
    ///
    /// Frames before the store's next one are dropped; a gap before `time` becomes silence.
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
