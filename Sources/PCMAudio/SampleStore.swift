import MediaTime
import Synchronization

/// Decoded samples of one source, addressed by programme frame.
///
/// One thread writes, one thread reads through ``handle``, and neither waits for the other except
/// in calls that are documented to block. A store for a spot is as large as the spot and holds all
/// of it. A store for a stream is a moving window: new samples overwrite those that the reader has
/// released.
public final class SampleStore: @unchecked Sendable {
    // @unchecked Sendable: the block's fields are atomics, and its samples are written only where
    // the reader has released them through `released`.
    private let block: UnsafeMutablePointer<SampleBlock>
    private let notice = ReadyNotice()
    /// Accounts for the samples in a budget; `nil` if none counts them. Released after them.
    private let claim: MemoryClaim?

    /// Makes a store for `capacity` frames that starts at programme frame `first`.
    public convenience init(capacity: Int, startingAt first: FrameTime = .zero) {
        self.init(capacity: capacity, startingAt: first, countedBy: nil)
    }

    /// Makes a store for `capacity` frames. `claim` has already reserved their memory, and the
    /// store keeps it alive. `call` is made after ``needsSamples`` was false, once it is true, on any
    /// thread, which it must not block.
    package init(
        capacity: Int, startingAt first: FrameTime = .zero, countedBy claim: MemoryClaim?,
        callingForSamples call: (@Sendable () -> Void)? = nil
    ) {
        block = .allocate(capacity: 1)
        block.initialize(
            to: SampleBlock(
                capacity: max(capacity, 1), first: first.frames, callingForSamples: call))
        self.claim = claim
    }

    deinit {
        block.deinitialize(count: 1)
        block.deallocate()
    }

    /// An unowned reference to this store's samples, valid while the store lives.
    public var handle: SampleHandle { SampleHandle(block: UnsafePointer(block)) }

    /// The programme frame of the first sample ever stored.
    public var start: FrameTime { FrameTime(block.pointee.first) }

    /// The first programme frame that has not been stored yet.
    public var readyEnd: FrameTime { handle.readyEnd }

    /// The frame after the source's last one, or ``FrameTime/distantFuture`` while unknown.
    public var end: FrameTime { handle.end }

    /// The programme frame that is rendered next, as the reading thread last reported.
    package var reached: FrameTime {
        FrameTime(block.pointee.reached.load(ordering: .relaxed))
    }

    /// In seconds; no reading thread takes more at a time.
    private static let longestBlock = 1.0

    /// The programme frame that a listener has reached at `time`.
    ///
    /// Interpolates from ``reached``, which is exact only at the moment of each report: the reading
    /// thread takes samples in blocks, but a listener hears them evenly.
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
    /// How many frames can be stored now without overwriting any that is not released.
    public var roomLeft: Int { block.pointee.roomLeft }

    /// Appends as many frames of `samples` (interleaved) as there is room for.
    ///
    /// Returns how many frames it stored. Call on the writing thread only; never blocks.
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

    /// Appends all of `samples`, and blocks while there is no room.
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

    /// Blocks until there is room for a quarter of the store, and for at least one frame.
    ///
    /// Returns `false` once the store was cancelled. Call on the writing thread only.
    public func waitForRoom() -> Bool {
        block.pointee.room.wait {
            self.block.pointee.hasEnoughRoom || self.isCancelled
        }
        return !isCancelled
    }

    /// Whether there is room as after ``waitForRoom()``, or the store was cancelled. Call on the
    /// writing thread only.
    package var needsSamples: Bool {
        block.pointee.room.isDue { self.block.pointee.hasEnoughRoom || self.isCancelled }
    }

    /// Marks the stored samples as the source's last. Call on the writing thread.
    public func finish() {
        let written = block.pointee.written.load(ordering: .relaxed)
        block.pointee.end.store(written, ordering: .sequentiallyConsistent)
        block.pointee.data.ring()
        notice.check(readyEnd: .distantFuture)
    }

    /// Calls `body` once everything before `frame` is stored, or the source's end is known.
    ///
    /// Calls it at once if that already holds, otherwise on the writing thread, which `body` must
    /// not block. Replaces an earlier request that is still pending.
    public func notify(whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        notice.set(frame, body)
        notice.check(readyEnd: end == .distantFuture ? readyEnd : .distantFuture)
    }

    /// Wakes all waiting threads, and makes every later wait return at once. Callable from any
    /// thread.
    public func cancel() {
        block.pointee.isCancelled.store(true, ordering: .sequentiallyConsistent)
        block.pointee.room.ring()
        block.pointee.data.ring()
    }
}

// MARK: - Reading

extension SampleStore {
    /// How many silent frames the store begins with; 0 if all of them are silent. Only for a store
    /// that has overwritten nothing.
    public var leadingSilence: Int {
        let count = Int(min(readyEnd - start, block.pointee.capacity))
        let samples = UnsafeBufferPointer(
            start: block.pointee.samples, count: count * AudioFormat.pipelineChannelCount)
        return (samples.firstIndex { $0 != 0 } ?? 0) / AudioFormat.pipelineChannelCount
    }

    /// Blocks until `frame` is stored, the source's end is known, or the store is cancelled. For
    /// readers in virtual time; a real-time thread never calls this.
    public func waitForData(through frame: FrameTime) {
        handle.waitForData(through: frame, thenUntil: frame) { false }
    }
}

extension SampleHandle {
    /// Blocks as ``SampleStore/waitForData(through:)`` does, or until `isInterrupted` holds, which
    /// ``interruptWait()`` makes it check again.
    ///
    /// If `frame` is not stored yet, the thread sleeps until `later` is stored too. `later` must
    /// not be before `frame`. Waking up for every decoded piece would cost more than decoding it.
    package func waitForData(
        through frame: FrameTime, thenUntil later: FrameTime, orUntil isInterrupted: () -> Bool
    ) {
        if block.pointee.isOver(through: frame) || isInterrupted() { return }
        block.pointee.awaitedEnd.store(later.frames + 1, ordering: .sequentiallyConsistent)
        block.pointee.data.wait { block.pointee.isOver(through: later) || isInterrupted() }
    }

    /// Makes the thread that waits for data, if there is one, check `isInterrupted` again.
    package func interruptWait() {
        block.pointee.data.ring()
    }

    /// Reports that at `time` the frame to render next is `frame`, and lets the writer overwrite
    /// everything more than `keptCount` frames before it. Call on the reading thread only; never
    /// blocks.
    package func advance(to frame: FrameTime, keeping keptCount: Int, at time: MonotonicTime) {
        block.pointee.reachedAt.store(time.nanoseconds, ordering: .relaxed)
        block.pointee.reached.store(frame.frames, ordering: .releasing)
        release(before: frame - keptCount)
    }

    /// Lets the writer overwrite frames before `frame`, for good. Call on the reading thread only;
    /// never blocks.
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
