import MediaTime
import Synchronization

/// The state that a store and its handles share, at one address for the store's whole life.
@usableFromInline
struct SampleBlock: ~Copyable {
    @usableFromInline let samples: UnsafeMutablePointer<Float>
    private let pages: SamplePages
    /// In frames.
    @usableFromInline let capacity: Int
    /// The programme frame of the first sample ever stored.
    @usableFromInline let first: Int64
    /// The frame after the last one stored; written by the writing thread only.
    @usableFromInline let written: Atomic<Int64>
    /// The frame after the source's last one; `Int64.max` while unknown.
    @usableFromInline let end: Atomic<Int64>
    /// Frames before this one may be overwritten; written by the reading thread only.
    @usableFromInline let released: Atomic<Int64>
    /// The frame that is read next; written by the reading thread only.
    let reached: Atomic<Int64>
    /// When ``reached`` was set, in nanoseconds of the monotonic clock; written before it.
    let reachedAt = Atomic<Int64>(0)
    /// No thread waits on this store any more.
    let isCancelled = Atomic<Bool>(false)
    /// Rung when there is enough room, for the writing thread.
    let room: Doorbell
    /// Rung when ``awaitedEnd`` is reached, for a reading thread that may wait.
    let data = Doorbell()
    /// The reading thread is woken once everything before this frame is stored.
    let awaitedEnd = Atomic<Int64>(Int64.max)

    init(
        capacity: Int, first: Int64, callingForSamples call: (@Sendable () -> Void)? = nil
    ) {
        room = Doorbell(calling: call)
        pages = SamplePages(capacity: capacity * AudioFormat.pipelineChannelCount)
        samples = pages.samples
        self.capacity = capacity
        self.first = first
        written = Atomic(first)
        end = Atomic(Int64.max)
        released = Atomic(first)
        reached = Atomic(first)
    }
}

// MARK: - What threads wait for

extension SampleBlock {
    /// How many frames can be stored now without overwriting any that is not released.
    var roomLeft: Int {
        let released = released.load(ordering: .sequentiallyConsistent)
        let written = written.load(ordering: .sequentiallyConsistent)
        return capacity - Int(written - released)
    }

    /// Whether there is room for a quarter of the store, or for a frame if it is smaller than four.
    var hasEnoughRoom: Bool { roomLeft >= max(1, capacity / 4) }

    /// Whether `frame` is stored, or will never be.
    func isOver(through frame: FrameTime) -> Bool {
        written.load(ordering: .sequentiallyConsistent) > frame.frames
            || end.load(ordering: .sequentiallyConsistent) != Int64.max
            || isCancelled.load(ordering: .sequentiallyConsistent)
    }
}
