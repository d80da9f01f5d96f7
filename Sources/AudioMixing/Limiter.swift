import MediaTime
import PCMAudio

/// Keeps true peaks under the ceiling, −1 dBTP, the maximum of EBU R 128.
///
/// A frame near a peak above the ceiling needs its gain reduced, and a few
/// frames on both sides of it just as much. Behind them the reduction decays by
/// a constant step a frame, and before them it rises by a larger one. Both are
/// counted in whole numbers and end after a known number of frames, so that the
/// gain of a frame depends on the frames around it and on nothing else, however
/// a range is cut into blocks.
///
/// A plan says between which edges it looks for peaks. It begins there without a
/// reduction, and lets go after the end as behind any peak, so that no edge is a
/// step in the gain; what comes after the end is touched by nothing but that.
enum Limiter {
    /// How far behind a peak the gain is still reduced.
    static var release: Int { @_noLocks @_noAllocation get { 4800 } }
    /// How far before a peak the gain begins to be reduced.
    static var attack: Int { @_noLocks @_noAllocation get { 72 } }
    /// How far on both sides of a peak the gain stands still: what the interpolator sees of it.
    static var hold: Int { @_noLocks @_noAllocation get { 6 } }
    /// For how long after an edge it may still be letting go.
    static var tail: Int { @_noLocks @_noAllocation get { release &+ hold } }
    /// How many frames after a frame have a say in its gain.
    static var lookAhead: Int {
        @_noLocks @_noAllocation get { attack &+ TruePeakFilter.reach }
    }

    /// −1 dBTP: what stays under it is not touched.
    static var ceiling: Float { @_noLocks @_noAllocation get { 0.891_250_9 } }
    /// −1.35 dBTP: what a peak over the ceiling is brought down to. Lower than the ceiling, because
    /// the interpolator misses a little of a peak, and a gain that moves gives a little back.
    static var target: Float { @_noLocks @_noAllocation get { 0.856_051_8 } }

    /// A reduction to silence. A power of two, so that gains come out exact.
    static var scale: Int32 { @_noLocks @_noAllocation get { 1 << 22 } }
    /// How much less a frame is reduced than the one before it, at most: from full to none within
    /// ``release`` and ``hold``.
    static var releaseStep: Int32 { @_noLocks @_noAllocation get { 875 } }
    /// How much less a frame is reduced than the one after it, at most: from none to full within
    /// ``attack`` and ``hold``.
    static var attackStep: Int32 { @_noLocks @_noAllocation get { 63_551 } }

    /// The reduction that brings `peak` down to the target; 0 if it is not over the ceiling.
    @_noLocks @_noAllocation
    static func need(for peak: Float) -> Int32 {
        guard peak > ceiling else { return 0 }
        let need = Int32(saturating: Double((1 - target / peak) * Float(scale))) &+ 1
        return need < scale ? need : scale
    }

    /// The gain that `reduction` leaves: exactly 1 for none.
    @_noLocks @_noAllocation
    static func gain(for reduction: Int32) -> Float {
        Float(scale &- reduction) / Float(scale)
    }
}
