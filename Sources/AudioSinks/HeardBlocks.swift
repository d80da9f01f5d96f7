import MediaTime
import PCMAudio
import Synchronization

/// What was heard, in blocks of 100 ms on their way from a sink's thread to one that measures them.
///
/// Its memory is there from the beginning and holds ``capacity`` blocks: adding one neither
/// allocates nor locks.
package final class HeardBlocks: @unchecked Sendable {
    // @unchecked Sendable: the counters say which thread a block belongs to.

    /// Frames in every block but the last.
    package static let frameCount = FrameTime.rate / 10

    /// Five seconds.
    package static let capacity = 50

    /// What becomes of a block for which there is no room.
    package enum WhenFull: Hashable, Sendable {
        /// It is left out: a device cannot wait.
        case drop
        /// The sink waits until the reader has made room, so that in virtual time all is there.
        case wait
    }

    private static let sampleCount = frameCount * AudioFormat.pipelineChannelCount

    private let whenFull: WhenFull
    private let samples: UnsafeMutableBufferPointer<Float>
    private let ranges: UnsafeMutableBufferPointer<FrameRange>
    private let addedCount = Atomic<Int>(0)
    private let takenCount = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)
    /// Rung for the reader, and for a sink that waits.
    private let added = Doorbell()
    private let taken = Doorbell()

    package init(whenFull: WhenFull) {
        self.whenFull = whenFull
        samples = .allocate(capacity: Self.capacity * Self.sampleCount)
        samples.initialize(repeating: 0)
        ranges = .allocate(capacity: Self.capacity)
        ranges.initialize(repeating: FrameRange(.zero, .zero))
    }

    deinit {
        samples.deallocate()
        ranges.deallocate()
    }

    /// Adds a block of the output frames of `range`, whose interleaved samples `fill` writes to the
    /// beginning of what it is given. Call on the sink's thread only.
    func add(_ range: FrameRange, fill: (UnsafeMutableBufferPointer<Float>) -> Void) {
        let count = addedCount.load(ordering: .relaxed)
        switch whenFull {
        case .drop: guard hasRoom(after: count) else { return }
        case .wait: taken.wait { self.hasRoom(after: count) || self.isOver }
        }
        guard !isOver else { return }
        fill(memory(ofBlock: count))
        ranges[count % Self.capacity] = range
        addedCount.store(count + 1, ordering: .sequentiallyConsistent)
        added.ring()
    }

    /// Takes nothing more; what is there can still be read. Callable from any thread.
    package func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        added.ring()
        taken.ring()
    }

    /// Waits for a block and has `body` read it: its output frames and its interleaved samples.
    ///
    /// Blocks come in order and touch, unless some were dropped between them. Returns `false` once
    /// all are read and the queue is closed. Call on the reading thread only.
    package func takeNext(_ body: (FrameRange, Span<Float>) -> Void) -> Bool {
        let count = takenCount.load(ordering: .relaxed)
        added.wait {
            self.addedCount.load(ordering: .sequentiallyConsistent) > count || self.isOver
        }
        guard addedCount.load(ordering: .sequentiallyConsistent) > count else { return false }
        let range = ranges[count % Self.capacity]
        let length = range.count * AudioFormat.pipelineChannelCount
        body(range, UnsafeBufferPointer(memory(ofBlock: count)).span.extracting(first: length))
        takenCount.store(count + 1, ordering: .sequentiallyConsistent)
        taken.ring()
        return true
    }

    private var isOver: Bool { isClosed.load(ordering: .sequentiallyConsistent) }

    private func hasRoom(after count: Int) -> Bool {
        count - takenCount.load(ordering: .sequentiallyConsistent) < Self.capacity
    }

    private func memory(ofBlock count: Int) -> UnsafeMutableBufferPointer<Float> {
        let start = count % Self.capacity * Self.sampleCount
        return UnsafeMutableBufferPointer(rebasing: samples[start..<start + Self.sampleCount])
    }
}
