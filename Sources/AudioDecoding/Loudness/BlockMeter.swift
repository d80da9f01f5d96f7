import MediaTime
import PCMAudio

/// Measures a stream as it is decoded, block by block, into a ``LoudnessTrack``.
///
/// For the decoding thread.
package struct BlockMeter: ~Copyable {
    private let track: LoudnessTrack
    private var weighting = KWeighting()
    /// Frames measured so far.
    private var count = 0
    /// The mean squares of the last four hops, which are a block together.
    private var hops = SIMD4<Double>.zero

    /// The first measured frame is the one at which `track` starts.
    package init(into track: LoudnessTrack) {
        self.track = track
    }

    /// Measures interleaved `samples`, which continue those before.
    package mutating func measure(_ samples: Span<Float>) {
        let channels = AudioFormat.pipelineChannelCount
        var rest = samples
        while rest.count >= channels {
            let untilBlock = LoudnessTrack.hop - count % LoudnessTrack.hop
            let taken = min(untilBlock, rest.count / channels)
            weighting.add(rest.extracting(0..<(taken * channels)))
            rest = rest.extracting((taken * channels)..<rest.count)
            count += taken
            guard taken == untilBlock else { continue }
            hops[count / LoudnessTrack.hop % 4] = weighting.takeEnergy()
            if count >= LoudnessTrack.blockLength { track.add(hops.sum() / 4) }
        }
    }
}
