// The standard library's conversions end the process where the integer cannot hold the number. These
// take their place in every room that can see this one: a module's declaration is preferred to one
// of the same signature in the standard library. So the compiler names each use, and a warning is an
// error here. Write `Int(saturating:)`, or `Int(checking:in:)` for a number from outside.

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
