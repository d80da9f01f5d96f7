import MediaTime

extension Ramp {
    /// The gain at output frame `time`: exactly ``from`` up to ``start``, exactly ``to`` from
    /// ``end`` on.
    @_noLocks @_noAllocation
    public func gain(at time: FrameTime) -> Float {
        if time >= end { return to }
        if time <= start { return from }
        let place = Double(time - start) / Double(frameCount)
        let share = curve.share(at: place, isFalling: to < from)
        return from + (to - from) * Float(share)
    }

    /// A ramp that replaces this one at `time`, and starts from its gain there.
    public func turned(
        at time: FrameTime, to gain: Float, over frameCount: Int, curve: Curve = .raisedCosine
    ) -> Ramp {
        Ramp(
            start: time, frameCount: frameCount, from: self.gain(at: time), to: gain, curve: curve)
    }

    /// This crossfade with its end moved to `end`, seen at `time`, at which it has its present gain;
    /// `nil` if it is no crossfade from or to silence, or is not under way at `time`.
    ///
    /// It goes on with the rest of its curve, as if it had begun sooner or later. So two spots that
    /// crossfade keep their power if the end of both ramps moves.
    public func stretched(at time: FrameTime, until end: FrameTime) -> Ramp? {
        guard curve == .equalPower, min(from, to) == 0, max(from, to) == 1,
            time > start, time < self.end, time < end
        else { return nil }
        let count = Double(end - time) * Double(frameCount) / Double(self.end - time)
        var ramp = self
        ramp.frameCount = min(Int(saturating: count.rounded()), 1 << 40)
        ramp.start = end - ramp.frameCount
        return ramp
    }

    /// Whether the gain may change with every frame from `time` on.
    @_noLocks @_noAllocation
    func moves(at time: FrameTime) -> Bool {
        from != to && time > start && time < end
    }

    /// The first frame after `time` at which the gain stops or starts changing.
    @_noLocks @_noAllocation
    func nextCorner(after time: FrameTime) -> FrameTime {
        if from == to { return .distantFuture }
        // A step ends where it starts, and is over for a `time` at its frame.
        if time < start { return frameCount == 0 ? start : start + 1 }
        if time.frames == start.frames && frameCount > 1 { return start + 1 }
        return time < end ? end : .distantFuture
    }
}

extension Ramp.Curve {
    /// The completed share of the transition at `place`, 0 … 1, in the stretch. Accurate to 1e-7.
    ///
    /// `isFalling` is whether it goes down, which only ``equalPower`` does by another curve.
    @_noLocks @_noAllocation
    func share(at place: Double, isFalling: Bool) -> Double {
        switch self {
        case .linear:
            return place
        case .raisedCosine:
            // Both halves come from one arc: two such ramps that cross add up to exactly one.
            let root = quarterSine(place < 0.5 ? place : 1 - place)
            return place < 0.5 ? root * root : 1 - root * root
        case .equalPower:
            return isFalling ? 1 - quarterSine(1 - place) : quarterSine(place)
        }
    }
}

/// `sin(π t / 2)` for `t` from 0 to 1, by its series: the render path cannot call libm.
@_noLocks @_noAllocation
private func quarterSine(_ t: Double) -> Double {
    let angle = t * 1.570_796_326_794_896_6
    let square = angle * angle
    var sum = 1 - square / (12 * 13)
    sum = 1 - square / (10 * 11) * sum
    sum = 1 - square / (8 * 9) * sum
    sum = 1 - square / (6 * 7) * sum
    sum = 1 - square / (4 * 5) * sum
    sum = 1 - square / (2 * 3) * sum
    return angle * sum
}
