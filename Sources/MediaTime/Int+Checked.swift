extension Int {
    /// The whole part of `value`, a number from outside. Throws if that is not within `range`.
    package init(checking value: Double, in range: ClosedRange<Int>) throws(NumberError) {
        guard value.isFinite else { throw .notFinite }
        self = try Int(saturating: value).checked(in: range)
    }

    /// Returns this number from outside, and throws if it is not within `range`.
    package func checked(in range: ClosedRange<Int>) throws(NumberError) -> Int {
        guard self >= range.lowerBound else {
            throw range.lowerBound == 0 ? .negative : .less(than: "\(range.lowerBound)")
        }
        guard self <= range.upperBound else { throw .more(than: "\(range.upperBound)") }
        return self
    }
}
