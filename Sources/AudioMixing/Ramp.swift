import MediaTime

/// A gain that moves from one value to another over a stretch of output time.
///
/// Before the stretch the gain is ``from``, after it ``to``. In between it depends only on the
/// frame's place in the stretch, and so rendering any range of a ramp again gives the same result.
public struct Ramp: Hashable, Sendable, BitwiseCopyable {
    /// The output frame at which the gain begins to move.
    public var start: FrameTime

    /// The length of the transition in frames; 0 is a step at ``start``.
    public var frameCount: Int

    public var from: Float
    public var to: Float
    public var curve: Curve

    /// The shape of the transition between the two gains.
    public enum Curve: UInt8, Hashable, Sendable, BitwiseCopyable {
        /// `0.5 − 0.5 cos(π t)`: smooth at both ends. Two such ramps that cross add up to one,
        /// which suits two sources of the same material.
        case raisedCosine
        /// A straight line, for 20 ms and more.
        case linear
        /// `sin(π t / 2)` on the way up and `cos(π t / 2)` on the way down: two such ramps that
        /// cross keep the power of unrelated material constant.
        case equalPower
    }

    @_noLocks @_noAllocation
    public init(
        start: FrameTime, frameCount: Int, from: Float, to: Float, curve: Curve = .raisedCosine
    ) {
        self.start = start
        self.frameCount = frameCount
        self.from = from
        self.to = to
        self.curve = curve
    }

    /// A constant gain.
    public static func constant(_ gain: Float) -> Ramp {
        Ramp(start: .zero, frameCount: 0, from: gain, to: gain)
    }

    /// The first output frame at which the gain is ``to``.
    public var end: FrameTime { @_noLocks @_noAllocation get { start + frameCount } }
}
