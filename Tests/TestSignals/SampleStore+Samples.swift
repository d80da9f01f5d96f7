import MediaTime
import PCMAudio

extension SampleStore {
    /// The samples of `range`, interleaved.
    package func samples(in range: FrameRange) -> [Float] {
        [Float](unsafeUninitializedCapacity: 2 * range.count) { buffer, count in
            let target = buffer.baseAddress!
            handle.read(range) { piece, offset in copy(piece, to: target + 2 * offset) }
            count = 2 * range.count
        }
    }
}

/// A callback of ``SampleHandle/read(_:_:)`` must be fit for a real-time thread.
@_noLocks
private func copy(_ samples: Span<Float>, to target: UnsafeMutablePointer<Float>) {
    var index = 0
    while index < samples.count {
        target[index] = samples[index]
        index += 1
    }
}
