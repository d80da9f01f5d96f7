import MediaTime
import PCMAudio

/// Memory for one rendered block.
final class RenderBlock {
    let frameCapacity: Int
    private let samples: UnsafeMutableBufferPointer<Float>

    init(frameCapacity: Int) {
        self.frameCapacity = frameCapacity
        samples = .allocate(capacity: frameCapacity * AudioFormat.pipelineChannelCount)
        samples.initialize(repeating: 0)
    }

    deinit {
        samples.deallocate()
    }

    /// Renders the next `frameCount` frames, which stay here until the next call.
    func render(_ frameCount: Int, with reader: MixReader) -> UnsafeBufferPointer<Float> {
        let count = frameCount * AudioFormat.pipelineChannelCount
        let part = UnsafeMutableBufferPointer(rebasing: samples[..<count])
        reader.render(into: part)
        return UnsafeBufferPointer(part)
    }
}
