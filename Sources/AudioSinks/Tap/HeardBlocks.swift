import CRealtimeSanitizer
import MediaTime
import PCMAudio
import Synchronization

/// What was heard, in blocks of 100 ms on their way from a sink's thread to one that measures or
/// encodes them.
///
/// Its memory is there from the beginning and holds ``capacity`` blocks: adding one neither
/// allocates nor locks. It is open from the beginning; while it is shut nothing is added, and no
/// sink waits.
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

    /// What a block was added as.
    private struct Label {
        var range: FrameRange
        /// Which ``period`` it belongs to.
        var period: Int
    }

    private static let sampleCount = frameCount * AudioFormat.pipelineChannelCount

    private let whenFull: WhenFull
    private let samples: UnsafeMutableBufferPointer<Float>
    private let labels: UnsafeMutableBufferPointer<Label>
    private let addedCount = Atomic<Int>(0)
    private let takenCount = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)
    /// Goes up by one whenever this is opened or shut: odd while it is open.
    private let period = Atomic<Int>(1)
    /// Rung for the reader, and for a sink that waits.
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

    /// Adds a block of the output frames of `range`, whose interleaved samples `fill` writes to where
    /// it is told, in which it neither allocates nor locks. Call on the sink's thread only.
    func add(_ range: FrameRange, fill: (UnsafeMutablePointer<Float>) -> Void) {
        let count = addedCount.load(ordering: .relaxed)
        let period = currentPeriod
        guard isOpen(period) else { return }
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

    /// Has blocks be added again. What was added before this was last shut is not read any more.
    ///
    /// One thread at a time may open and shut this.
    package func open() {
        if !isOpen(currentPeriod) { period.add(1, ordering: .sequentiallyConsistent) }
    }

    /// Has no block be added until this is opened again, nor a sink wait.
    package func shut() {
        if isOpen(currentPeriod) { period.add(1, ordering: .sequentiallyConsistent) }
        taken.ring()
    }

    /// Takes nothing more; what is there can still be read. Callable from any thread.
    package func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        added.ring()
        taken.ring()
    }

    /// What a wait for a block has come to.
    package enum Outcome: Hashable, Sendable {
        case read
        /// There is none yet.
        case notYet
        /// All are read, and the queue is closed.
        case over
    }

    /// Waits for a block and has `body` read it: its output frames and its interleaved samples.
    ///
    /// Blocks come in order and touch, unless some were dropped between them. Waits no longer than
    /// until `isInterrupted` holds, which is looked at again after ``interruptWait()``. Call on the
    /// reading thread only.
    package func takeNext(
        orUntil isInterrupted: () -> Bool = { false },
        _ body: (FrameRange, Span<Float>) -> Void
    ) -> Outcome {
        let count = takenCount.load(ordering: .relaxed)
        added.wait {
            self.hasBlock(after: count) || self.isOver || isInterrupted()
        }
        // In this order: what was added before it was closed is read.
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

    /// Lets the thread that waits for a block look again at what interrupts it. Callable from any
    /// thread.
    package func interruptWait() {
        added.ring()
    }

    private var currentPeriod: Int { period.load(ordering: .sequentiallyConsistent) }

    private func isOpen(_ period: Int) -> Bool { !period.isMultiple(of: 2) }

    private func hasBlock(after count: Int) -> Bool {
        addedCount.load(ordering: .sequentiallyConsistent) > count
    }

    private var isOver: Bool { isClosed.load(ordering: .sequentiallyConsistent) }

    private func hasRoom(after count: Int) -> Bool {
        count - takenCount.load(ordering: .sequentiallyConsistent) < Self.capacity
    }

    private func memory(ofBlock count: Int) -> UnsafeMutablePointer<Float> {
        samples.baseAddress! + count % Self.capacity * Self.sampleCount
    }
}
