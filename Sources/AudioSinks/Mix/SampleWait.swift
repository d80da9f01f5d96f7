import MediaTime
import PCMAudio
import Synchronization

/// A sink's wait for samples that are not decoded yet. Other threads can interrupt it.
final class SampleWait: Sendable {
    /// The source that the sink waits for; the lock keeps its store alive during an interrupt.
    private let awaited = Mutex<SampleHandle?>(nil)

    /// Blocks until `frame` is stored or will never be, or until `isInterrupted` holds. If it has
    /// to block at all, it waits for `later` too.
    func wait(
        for source: SampleHandle, through frame: FrameTime, thenUntil later: FrameTime,
        orUntil isInterrupted: () -> Bool
    ) {
        awaited.withLock { $0 = source }
        source.waitForData(through: frame, thenUntil: later, orUntil: isInterrupted)
        awaited.withLock { $0 = nil }
    }

    /// Makes a waiting sink check `isInterrupted` again. Callable from any thread.
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

    /// Renders the next `frameCount` frames. The result is valid until the next call.
    func render(_ frameCount: Int, with renderer: SinkRenderer) -> UnsafeBufferPointer<Float> {
        let count = frameCount * AudioFormat.pipelineChannelCount
        let part = UnsafeMutableBufferPointer(rebasing: samples[..<count])
        renderer.render(into: part)
        return UnsafeBufferPointer(part)
    }
}
