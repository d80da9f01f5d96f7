// The standard library's conversions end the process if the number does not fit the integer. These
// shadow them in every target that imports this one: the compiler prefers a module's declaration to
// one of the same signature in the standard library. Each use is then a deprecation warning, and
// warnings are errors here. Write `Int(saturating:)`, or `Int(checking:in:)` for outside numbers.

extension Int {
    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Double) { self.init(clamping: Int64(saturating: value)) }

    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Float) { self.init(clamping: Int64(saturating: Double(value))) }
}

extension Int64 {
    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Double) { self.init(clamping: Int64(saturating: value)) }

    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Float) { self.init(clamping: Int64(saturating: Double(value))) }
}

extension Int32 {
    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Double) { self.init(clamping: Int64(saturating: value)) }

    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Float) { self.init(clamping: Int64(saturating: Double(value))) }
}

extension Int16 {
    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Double) { self.init(clamping: Int64(saturating: value)) }

    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Float) { self.init(clamping: Int64(saturating: Double(value))) }
}

extension Int8 {
    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Double) { self.init(clamping: Int64(saturating: value)) }

    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Float) { self.init(clamping: Int64(saturating: Double(value))) }
}

extension UInt {
    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Double) { self.init(clamping: Int64(saturating: value)) }

    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Float) { self.init(clamping: Int64(saturating: Double(value))) }
}

extension UInt64 {
    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Double) { self.init(clamping: Int64(saturating: value)) }

    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Float) { self.init(clamping: Int64(saturating: Double(value))) }
}

extension UInt32 {
    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Double) { self.init(clamping: Int64(saturating: value)) }

    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Float) { self.init(clamping: Int64(saturating: Double(value))) }
}

extension UInt16 {
    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Double) { self.init(clamping: Int64(saturating: value)) }

    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Float) { self.init(clamping: Int64(saturating: Double(value))) }
}

extension UInt8 {
    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Double) { self.init(clamping: Int64(saturating: value)) }

    @available(*, deprecated, message: "ends the process; use init(saturating:)")
    package init(_ value: Float) { self.init(clamping: Int64(saturating: Double(value))) }
}
