import MediaTime
import Synchronization

/// Decoded samples of one source, addressed by programme frame.
///
/// One thread writes, one thread reads through ``handle``, and neither ever
/// waits for the other unless it asks to. A store for a spot is as large as the
/// spot and holds all of it. A store for a stream is a window that moves along:
/// what the reader has released is overwritten by what comes next.
public final class SampleStore: @unchecked Sendable {
    // @unchecked Sendable: the block's fields are atomics, and its samples are
    // written only where the reader, by `released`, has let go of them.
    private let block: UnsafeMutablePointer<SampleBlock>
    private let notice = ReadyNotice()
    /// The part of a budget that the samples take, if they are counted; released after them.
    private let claim: MemoryClaim?

    /// Makes room for `capacity` frames, the first of which will be programme frame `first`.
    public convenience init(capacity: Int, startingAt first: FrameTime = .zero) {
        self.init(capacity: capacity, startingAt: first, countedBy: nil)
    }

    /// Makes room for `capacity` frames, which `claim` has taken already and keeps for as long as
    /// the store lives.
    package init(
        capacity: Int, startingAt first: FrameTime = .zero, countedBy claim: MemoryClaim?
    ) {
        block = .allocate(capacity: 1)
        block.initialize(to: SampleBlock(capacity: max(capacity, 1), first: first.frames))
        self.claim = claim
    }

    deinit {
        block.deinitialize(count: 1)
        block.deallocate()
    }

    /// A name for this store's samples, valid while the store lives.
    public var handle: SampleHandle { SampleHandle(block: UnsafePointer(block)) }

    /// The programme frame of the first sample ever stored.
    public var start: FrameTime { FrameTime(block.pointee.first) }

    /// The first programme frame that has not been stored yet.
    public var readyEnd: FrameTime { handle.readyEnd }

    /// The frame after the source's last one, or ``FrameTime/distantFuture`` while unknown.
    public var end: FrameTime { handle.end }

    /// The programme frame that is rendered next, as the reading thread said last.
    package var reached: FrameTime {
        FrameTime(block.pointee.reached.load(ordering: .relaxed))
    }

    /// No reading thread takes more than so many seconds at a time.
    private static let longestBlock = 1.0

    /// The programme frame that a listener has come to at `time`: samples are taken in blocks, and
    /// heard evenly.
    ///
    /// ``reached`` is where he has come to whenever it is said.
    package func position(at time: MonotonicTime) -> FrameTime {
        let reached = block.pointee.reached.load(ordering: .acquiring)
        let since = MonotonicTime(
            nanoseconds: block.pointee.reachedAt.load(ordering: .acquiring))
        let elapsed = min(max(0, time.seconds(since: since)), Self.longestBlock)
        return FrameTime(reached) + Int(saturating: elapsed * Double(FrameTime.rate))
    }

    private var isCancelled: Bool {
        block.pointee.isCancelled.load(ordering: .sequentiallyConsistent)
    }
}

// MARK: - Writing

extension SampleStore {
    /// How many frames can be stored now without overwriting any that is still wanted.
    public var roomLeft: Int { block.pointee.roomLeft }

    /// Stores as many frames of `samples` (interleaved) as there is room for, after those that
    /// are there.
    ///
    /// Returns how many frames it stored. Call on the writing thread only; never waits.
    public func append(_ samples: Span<Float>) -> Int {
        let channels = AudioFormat.pipelineChannelCount
        let capacity = block.pointee.capacity
        let written = block.pointee.written.load(ordering: .relaxed)
        let count = min(samples.count / channels, roomLeft)
        guard count > 0 else { return 0 }
        let start = Int((written - block.pointee.first) % Int64(capacity))
        let head = min(count, capacity - start)
        samples.withUnsafeBufferPointer { source in
            let base = source.baseAddress!
            (block.pointee.samples + start * channels).update(from: base, count: head * channels)
            if head < count {
                block.pointee.samples.update(
                    from: base + head * channels, count: (count - head) * channels)
            }
        }
        let end = written + Int64(count)
        block.pointee.written.store(end, ordering: .sequentiallyConsistent)
        if end >= block.pointee.awaitedEnd.load(ordering: .sequentiallyConsistent) {
            block.pointee.data.ring()
        }
        notice.check(readyEnd: readyEnd)
        return count
    }

    /// Stores all of `samples`, waiting for room where there is none.
    ///
    /// Returns `false` if the store was cancelled before all were stored. Call on the writing
    /// thread only.
    public func appendAll(_ samples: Span<Float>) -> Bool {
        let channels = AudioFormat.pipelineChannelCount
        var rest = samples
        while true {
            let stored = append(rest)
            rest = rest.extracting((stored * channels)..<rest.count)
            if rest.count < channels { return true }
            guard waitForRoom() else { return false }
        }
    }

    /// Waits until there is room for at least a quarter of the store, or for a frame if it is
    /// smaller than four.
    ///
    /// Returns `false` once the store was cancelled. Call on the writing thread only.
    public func waitForRoom() -> Bool {
        block.pointee.room.wait {
            self.block.pointee.hasEnoughRoom || self.isCancelled
        }
        return !isCancelled
    }

    /// Says that the source has no more samples than those stored. Call on the writing thread.
    public func finish() {
        let written = block.pointee.written.load(ordering: .relaxed)
        block.pointee.end.store(written, ordering: .sequentiallyConsistent)
        block.pointee.data.ring()
        notice.check(readyEnd: .distantFuture)
    }

    /// Calls `body` once everything before `frame` is stored, or the source's end is known.
    ///
    /// At once if that is so already, else on the writing thread, which `body` must not hold up.
    /// Takes the place of a notice that was asked for before and has not been given.
    public func notify(whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        notice.set(frame, body)
        notice.check(readyEnd: end == .distantFuture ? readyEnd : .distantFuture)
    }

    /// Wakes whoever waits here, and lets nobody wait again. Callable from any thread.
    public func cancel() {
        block.pointee.isCancelled.store(true, ordering: .sequentiallyConsistent)
        block.pointee.room.ring()
        block.pointee.data.ring()
    }
}

// MARK: - Reading

extension SampleStore {
    /// How many frames a store that has not moved along begins with that are silent; none if all
    /// of them are.
    public var leadingSilence: Int {
        let count = Int(min(readyEnd - start, block.pointee.capacity))
        let samples = UnsafeBufferPointer(
            start: block.pointee.samples, count: count * AudioFormat.pipelineChannelCount)
        return (samples.firstIndex { $0 != 0 } ?? 0) / AudioFormat.pipelineChannelCount
    }

    /// Waits until `frame` is stored, the source's end is known to lie before it, or the store is
    /// cancelled. For readers in virtual time; a real-time thread never calls this.
    public func waitForData(through frame: FrameTime) {
        handle.waitForData(through: frame, thenUntil: frame) { false }
    }
}

extension SampleHandle {
    /// Waits as ``SampleStore/waitForData(through:)`` does, or until `isInterrupted` holds, which
    /// is looked at again after ``interruptWait()``.
    ///
    /// A thread that cannot have `frame` at once sleeps on until `later`, which is not before it,
    /// is stored too: waking up for every piece that is decoded costs more than decoding it.
    package func waitForData(
        through frame: FrameTime, thenUntil later: FrameTime, orUntil isInterrupted: () -> Bool
    ) {
        if block.pointee.isOver(through: frame) || isInterrupted() { return }
        block.pointee.awaitedEnd.store(later.frames + 1, ordering: .sequentiallyConsistent)
        block.pointee.data.wait { block.pointee.isOver(through: later) || isInterrupted() }
    }

    /// Lets the thread that waits for data, if there is one, look again at what interrupts it.
    package func interruptWait() {
        block.pointee.data.ring()
    }

    /// Says that at `time` `frame` is rendered next, and lets the writer overwrite what lies more
    /// than `keptCount` frames before it. Call on the reading thread only; never waits.
    package func advance(to frame: FrameTime, keeping keptCount: Int, at time: MonotonicTime) {
        block.pointee.reachedAt.store(time.nanoseconds, ordering: .relaxed)
        block.pointee.reached.store(frame.frames, ordering: .releasing)
        release(before: frame - keptCount)
    }

    /// Lets the writer overwrite frames before `frame`. Call on the reading thread only.
    ///
    /// Never waits; going back is not possible.
    package func release(before frame: FrameTime) {
        let released = block.pointee.released
            .load(ordering: .relaxed)
        guard frame.frames > released else { return }
        block.pointee.released.store(
            min(frame.frames, block.pointee.written.load(ordering: .acquiring)),
            ordering: .sequentiallyConsistent)
        if block.pointee.hasEnoughRoom { block.pointee.room.ring() }
    }
}
