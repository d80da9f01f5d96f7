// The whole part of a floating-point number, for numbers that may be anything: what an integer
// cannot hold becomes the nearest number that it can, and what is not a number becomes 0.

extension Int64 {
    @inlinable
    @_noLocks @_noAllocation
    package init(saturating value: Double) {
        // 2^63 has no Int64, and is the Double next to the greatest one.
        if value >= 0x1p63 {
            self = .max
        } else if value <= -0x1p63 {
            self = .min
        } else if value != value {
            self = 0
        } else {
            self.Swift::init(value)
        }
    }
}

extension Int {
    @inlinable
    @_noLocks @_noAllocation
    package init(saturating value: Double) {
        self.init(Int64(saturating: value))
    }
}

extension Int32 {
    @inlinable
    @_noLocks @_noAllocation
    package init(saturating value: Double) {
        self.init(clamping: Int64(saturating: value))
    }
}

extension Int16 {
    @inlinable
    @_noLocks @_noAllocation
    package init(saturating value: Double) {
        self.init(clamping: Int64(saturating: value))
    }
}
