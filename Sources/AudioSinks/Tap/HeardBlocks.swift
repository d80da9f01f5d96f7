import CRealtimeSanitizer
import MediaTime
import PCMAudio
import Synchronization

/// A queue of heard audio in blocks of 100 ms, from a sink's thread to one that measures or encodes
/// them, or passes them to delegates.
///
/// Its memory is allocated at creation and holds ``capacity`` blocks: adding one neither allocates
/// nor locks. While it is suspended nothing is added, and no sink waits.
package final class HeardBlocks: @unchecked Sendable {
    // @unchecked Sendable: the counters say which thread a block belongs to.

    /// Frames in every block but the last: five packets.
    package static let frameCount = FrameTime.rate / 10

    /// Five seconds.
    package static let capacity = 50

    /// What happens to a block for which there is no room.
    package enum WhenFull: Hashable, Sendable {
        /// It is dropped: a device cannot wait.
        case drop
        /// The sink waits until the reader has made room; in virtual time no block is lost.
        case wait
    }

    /// The range and the period of a block.
    private struct Label {
        var range: FrameRange
        /// The ``period`` in which it was added.
        var period: Int
    }

    private static let sampleCount = frameCount * AudioFormat.pipelineChannelCount

    private let whenFull: WhenFull
    private let samples: UnsafeMutableBufferPointer<Float>
    private let labels: UnsafeMutableBufferPointer<Label>
    private let addedCount = Atomic<Int>(0)
    private let takenCount = Atomic<Int>(0)
    private let isFinished = Atomic<Bool>(false)
    /// Incremented whenever this is suspended or resumed; odd while blocks are added.
    private let period = Atomic<Int>(1)
    /// Rung for the reader and for a waiting sink.
    private let added = Doorbell()
    private let taken = Doorbell()

    package init(whenFull: WhenFull) {
        self.whenFull = whenFull
        samples = .allocate(capacity: Self.capacity * Self.sampleCount)
        samples.initialize(repeating: 0)
        labels = .allocate(capacity: Self.capacity)
        labels.initialize(repeating: Label(range: FrameRange(.zero, .zero), period: 0))
    }

    deinit {
        samples.deallocate()
        labels.deallocate()
    }

    /// Adds a block for the output frames of `range`. `fill` writes its interleaved samples to the
    /// given address, and must neither allocate nor lock. Call on the sink's thread only.
    func add(_ range: FrameRange, fill: (UnsafeMutablePointer<Float>) -> Void) {
        let count = addedCount.load(ordering: .relaxed)
        let period = currentPeriod
        guard isRunning(period) else { return }
        switch whenFull {
        case .drop: guard hasRoom(after: count) else { return }
        case .wait:
            taken.wait { self.hasRoom(after: count) || self.isOver || self.currentPeriod != period }
        }
        guard !isOver, currentPeriod == period else { return }
        CRealtimeSanitizer_realtime_enter()
        fill(memory(ofBlock: count))
        labels[count % Self.capacity] = Label(range: range, period: period)
        addedCount.store(count + 1, ordering: .sequentiallyConsistent)
        added.ring()
        CRealtimeSanitizer_realtime_exit()
    }

    /// Lets blocks be added again. Blocks from before the last ``suspend()`` are no longer read.
    ///
    /// Only one thread at a time may suspend and resume this.
    package func resume() {
        if !isRunning(currentPeriod) { period.add(1, ordering: .sequentiallyConsistent) }
    }

    /// Stops adding blocks until this is resumed, and wakes a waiting sink.
    package func suspend() {
        if isRunning(currentPeriod) { period.add(1, ordering: .sequentiallyConsistent) }
        taken.ring()
    }

    /// Accepts no more blocks; those already added can still be read. Callable from any thread.
    package func finish() {
        isFinished.store(true, ordering: .sequentiallyConsistent)
        added.ring()
        taken.ring()
    }

    /// The result of waiting for a block.
    package enum Outcome: Hashable, Sendable {
        case read
        /// There is no block yet.
        case notYet
        /// All blocks are read, and no more follow.
        case over
    }

    /// Waits for a block, and passes its output frames and interleaved samples to `body`.
    ///
    /// Blocks come in order and are contiguous, unless some were dropped. The wait ends when
    /// `isInterrupted` holds, which ``interruptWait()`` makes it check again. Call on the reading
    /// thread only.
    package func takeNext(
        orUntil isInterrupted: () -> Bool = { false },
        _ body: (FrameRange, Span<Float>) -> Void
    ) -> Outcome {
        let count = takenCount.load(ordering: .relaxed)
        added.wait {
            self.hasBlock(after: count) || self.isOver || isInterrupted()
        }
        // Load this before checking for a block: blocks added before the end must still be read.
        let isOver = isOver
        guard hasBlock(after: count) else { return isOver ? .over : .notYet }
        let label = labels[count % Self.capacity]
        let isWanted = label.period == currentPeriod
        if isWanted {
            let length = label.range.count * AudioFormat.pipelineChannelCount
            body(
                label.range,
                UnsafeBufferPointer(start: memory(ofBlock: count), count: length).span)
        }
        takenCount.store(count + 1, ordering: .sequentiallyConsistent)
        taken.ring()
        return isWanted ? .read : .notYet
    }

    /// Makes the thread that waits for a block check `isInterrupted` again. Callable from any
    /// thread.
    package func interruptWait() {
        added.ring()
    }

    private var currentPeriod: Int { period.load(ordering: .sequentiallyConsistent) }

    private func isRunning(_ period: Int) -> Bool { !period.isMultiple(of: 2) }

    private func hasBlock(after count: Int) -> Bool {
        addedCount.load(ordering: .sequentiallyConsistent) > count
    }

    private var isOver: Bool { isFinished.load(ordering: .sequentiallyConsistent) }

    private func hasRoom(after count: Int) -> Bool {
        count - takenCount.load(ordering: .sequentiallyConsistent) < Self.capacity
    }

    private func memory(ofBlock count: Int) -> UnsafeMutablePointer<Float> {
        samples.baseAddress! + count % Self.capacity * Self.sampleCount
    }
}
