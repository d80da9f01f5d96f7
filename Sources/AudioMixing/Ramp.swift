import MediaTime

/// A gain that moves from one value to another over a stretch of output time.
///
/// Before the stretch the gain is ``from``, after it ``to``; at each frame
/// between it depends on the frame's place in the stretch and on nothing else,
/// so any range of a ramp can be rendered again and comes out the same.
public struct Ramp: Hashable, Sendable, BitwiseCopyable {
    /// The output frame at which the gain begins to move.
    public var start: FrameTime

    /// How many frames the way takes; 0 is a step at ``start``.
    public var frameCount: Int

    public var from: Float
    public var to: Float
    public var curve: Curve

    /// The way between the two gains.
    public enum Curve: UInt8, Hashable, Sendable, BitwiseCopyable {
        /// `0.5 − 0.5 cos(π t)`: no corner at either end. Two such ramps that
        /// cross add up to one, which suits two sources of the same material.
        case raisedCosine
        /// A straight line, for 20 ms and more.
        case linear
        /// `sin(π t / 2)`: two such ramps that cross keep the power of unlike material.
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

    /// A gain that never moves.
    public static func constant(_ gain: Float) -> Ramp {
        Ramp(start: .zero, frameCount: 0, from: gain, to: gain)
    }

    /// The output frame from which on the gain is ``to``.
    public var end: FrameTime { @_noLocks @_noAllocation get { start + frameCount } }
}
