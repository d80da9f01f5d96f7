/// A stretch of a timeline: the frames from `start` up to, but not including, `end`.
public struct FrameRange: Hashable, Sendable, BitwiseCopyable, Codable {
    public var start: FrameTime

    /// The first frame after the stretch; ``FrameTime/distantFuture`` when it is not known.
    public var end: FrameTime

    @inlinable
    @_noLocks @_noAllocation
    public init(_ start: FrameTime, _ end: FrameTime) {
        self.start = start
        self.end = end
    }

    /// The `count` frames from `start` on.
    @inlinable
    @_noLocks @_noAllocation
    public init(_ start: FrameTime, count: Int) {
        self.init(start, start + count)
    }

    /// How many frames the stretch has; none if it ends before it starts.
    @inlinable
    public var count: Int {
        @_noLocks @_noAllocation get { end > start ? end - start : 0 }
    }

    @inlinable
    public var isEmpty: Bool { @_noLocks @_noAllocation get { end <= start } }

    @inlinable
    @_noLocks @_noAllocation
    public func contains(_ time: FrameTime) -> Bool { time >= start && time < end }

    /// The frames that are in both stretches; empty if there are none.
    @inlinable
    @_noLocks @_noAllocation
    public func intersection(_ other: FrameRange) -> FrameRange {
        FrameRange(
            start > other.start ? start : other.start, end < other.end ? end : other.end)
    }
}
