// The whole part of any floating-point number: one that does not fit becomes the nearest integer
// that does, and NaN becomes 0.

extension Int64 {
    @inlinable
    @_noLocks @_noAllocation
    package init(saturating value: Double) {
        // 2^63 is one more than Int64.max, which no Double represents.
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
