import MediaTime
import PCMAudio

/// Keeps true peaks under the ceiling, −1 dBTP, the maximum of EBU R 128.
///
/// A frame near a peak above the ceiling needs a reduction of its gain, and a few frames on both
/// sides of it need the same. After them the reduction decays by a constant step per frame; before
/// them it rises by a larger one. Both steps are integers and both ramps end after a known number
/// of frames. The gain of a frame therefore depends only on the frames around it, however a range
/// is cut into blocks.
///
/// A plan gives the ranges in which the limiter looks for peaks. A range begins without a
/// reduction, and after its end the reduction decays as after any peak: the gain never steps at an
/// edge. Nothing else affects the frames after the end.
enum Limiter {
    /// How many frames after a peak the gain is still reduced.
    static var release: Int { @_noLocks @_noAllocation get { 4800 } }
    /// How many frames before a peak the reduction begins.
    static var attack: Int { @_noLocks @_noAllocation get { 72 } }
    /// How many frames on both sides of a peak the gain is constant: the interpolator's reach.
    static var hold: Int { @_noLocks @_noAllocation get { 6 } }
    /// How many frames after the end of a range the gain may still be reduced.
    static var tail: Int { @_noLocks @_noAllocation get { release &+ hold } }
    /// How many later frames can affect the gain of a frame.
    static var lookAhead: Int {
        @_noLocks @_noAllocation get { attack &+ TruePeakFilter.reach }
    }

    /// −1 dBTP: peaks up to it pass unchanged.
    static var ceiling: Float { @_noLocks @_noAllocation get { 0.891_250_9 } }
    /// −1.35 dBTP: the level to which a peak over the ceiling is reduced. Lower than the ceiling,
    /// because the interpolator underestimates a peak a little, and a changing gain raises it a
    /// little.
    static var target: Float { @_noLocks @_noAllocation get { 0.856_051_8 } }

    /// The reduction to silence. A power of two, which keeps gains exact.
    static var scale: Int32 { @_noLocks @_noAllocation get { 1 << 22 } }
    /// The greatest decrease of the reduction from one frame to the next: from full to none within
    /// ``release`` and ``hold``.
    static var releaseStep: Int32 { @_noLocks @_noAllocation get { 875 } }
    /// The greatest increase of the reduction from one frame to the next: from none to full within
    /// ``attack`` and ``hold``.
    static var attackStep: Int32 { @_noLocks @_noAllocation get { 63_551 } }

    /// The reduction that lowers `peak` to the target; 0 if it is not over the ceiling.
    @_noLocks @_noAllocation
    static func need(for peak: Float) -> Int32 {
        guard peak > ceiling else { return 0 }
        let need = Int32(saturating: Double((1 - target / peak) * Float(scale))) &+ 1
        return need < scale ? need : scale
    }

    /// The gain under `reduction`: exactly 1 for none.
    @_noLocks @_noAllocation
    static func gain(for reduction: Int32) -> Float {
        Float(scale &- reduction) / Float(scale)
    }
}
