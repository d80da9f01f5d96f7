import MediaTime
import PCMAudio
import Synchronization

/// A sink's wait for samples that are not decoded yet, which other threads can break off.
final class SampleWait: Sendable {
    /// Where the sink waits; the lock keeps its store alive while somebody rings there.
    private let awaited = Mutex<SampleHandle?>(nil)

    /// Waits until `frame` is stored or known never to come, or `isInterrupted` holds; if it has
    /// to wait at all, until `later`.
    func wait(
        for source: SampleHandle, through frame: FrameTime, thenUntil later: FrameTime,
        orUntil isInterrupted: () -> Bool
    ) {
        awaited.withLock { $0 = source }
        source.waitForData(through: frame, thenUntil: later, orUntil: isInterrupted)
        awaited.withLock { $0 = nil }
    }

    /// Makes a sink that waits look at `isInterrupted` again. Callable from any thread.
    func interrupt() {
        awaited.withLock { $0?.interruptWait() }
    }
}

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
    func render(_ frameCount: Int, with renderer: SinkRenderer) -> UnsafeBufferPointer<Float> {
        let count = frameCount * AudioFormat.pipelineChannelCount
        let part = UnsafeMutableBufferPointer(rebasing: samples[..<count])
        renderer.render(into: part)
        return UnsafeBufferPointer(part)
    }
}
