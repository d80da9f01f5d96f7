/// A value as it travels on a message bus.
package enum BusValue: Hashable, Sendable {
    case bool(Bool)
    case int64(Int64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case strings([String])
    /// What stands under each name is a variant.
    case dictionary([String: BusValue])
}

extension BusValue {
    /// The value's type, as the bus writes it.
    var signature: String {
        switch self {
        case .bool: "b"
        case .int64: "x"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .strings: "as"
        case .dictionary: "a{sv}"
        }
    }
}
