/// A point on a timeline, counted in frames at ``rate``.
///
/// The pipeline has three timelines, and names say which one is meant:
/// - *Output* time counts frames that the sink has pulled since the player started.
/// - *Stream* time counts frames that a source has delivered since it started.
/// - *Programme* time is stream time after drift correction. It addresses sample stores.
public struct FrameTime: Hashable, Sendable, BitwiseCopyable {
    /// Frames in a second, on every timeline.
    public static let rate = 48_000

    /// Frames since the timeline's beginning.
    public var frames: Int64

    @inlinable
    @_noLocks @_noAllocation
    public init(_ frames: Int64) {
        self.frames = frames
    }

    /// The timeline's beginning.
    public static var zero: FrameTime { @inlinable @_noLocks @_noAllocation get { FrameTime(0) } }

    /// Later than any frame that is ever reached; stands for an end that is not known.
    public static var distantFuture: FrameTime {
        @inlinable @_noLocks @_noAllocation get { FrameTime(Int64.max) }
    }
}

extension FrameTime: Comparable {
    @inlinable
    @_noLocks @_noAllocation
    public static func < (left: FrameTime, right: FrameTime) -> Bool { left.frames < right.frames }

    // The standard library's versions of the other three are generic. The compiler does not
    // guarantee a real-time caller that it specialises them.

    @inlinable
    @_noLocks @_noAllocation
    public static func > (left: FrameTime, right: FrameTime) -> Bool { left.frames > right.frames }

    @inlinable
    @_noLocks @_noAllocation
    public static func <= (left: FrameTime, right: FrameTime) -> Bool {
        left.frames <= right.frames
    }

    @inlinable
    @_noLocks @_noAllocation
    public static func >= (left: FrameTime, right: FrameTime) -> Bool {
        left.frames >= right.frames
    }

    /// The point `count` frames after `time`; ``distantFuture`` stays where it is.
    @inlinable
    @_noLocks @_noAllocation
    public static func + (time: FrameTime, count: Int) -> FrameTime {
        time.frames == Int64.max ? time : FrameTime(time.frames &+ Int64(count))
    }

    /// The point `count` frames before `time`; ``distantFuture`` stays where it is.
    @inlinable
    @_noLocks @_noAllocation
    public static func - (time: FrameTime, count: Int) -> FrameTime {
        time.frames == Int64.max ? time : FrameTime(time.frames &- Int64(count))
    }

    /// How many frames lie from `right` to `left`.
    @inlinable
    @_noLocks @_noAllocation
    public static func - (left: FrameTime, right: FrameTime) -> Int {
        Int(left.frames &- right.frames)
    }
}

extension FrameTime: Codable {
    /// Reads the number of frames, within about 31 years, or ``distantFuture``.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        frames = try value.decode(Int64.self)
        guard self != .distantFuture else { return }
        do throws(NumberError) {
            // Convert to seconds first: that cannot overflow for any number of frames.
            _ = try TimeBounds.session.check(.seconds(frames / Int64(Self.rate)))
        } catch {
            throw DecodingError.number(error, at: value.codingPath)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(frames)
    }
}

extension FrameTime: CustomStringConvertible {
    public var description: String {
        self == .distantFuture ? "the end" : "frame \(frames)"
    }
}
