import MediaTime

/// A JSON text as a value that is always written the same way.
///
/// Members of an object keep the order in which they were given, numbers are
/// never written with an exponent, and nothing depends on a locale: equal
/// values give equal bytes.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)

    /// Written to the nearest millionth, without trailing zeros; `null` if it is not finite.
    case decimal(Double)

    case string(String)
    case array([JSONValue])
    case object([JSONMember])
}

/// A key of a JSON object with its value.
public struct JSONMember: Hashable, Sendable {
    public var key: String
    public var value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }
}

extension JSONValue {
    /// An object of `members` without those whose value is ``null``.
    public static func present(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.filter { $0.value != .null }.map { JSONMember($0.key, $0.value) })
    }

    /// The value of an object's first member of that key; `nil` without one, or in no object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The same with every text as `change` makes it; keys stay.
    func mappingTexts(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .null, .bool, .integer, .decimal: self
        case .string(let text): .string(change(text))
        case .array(let elements): .array(elements.map { $0.mappingTexts(change) })
        case .object(let members):
            .object(members.map { JSONMember($0.key, $0.value.mappingTexts(change)) })
        }
    }

    /// ``string(_:)``, or ``null`` for `nil`.
    public init(_ text: String?) {
        self = text.map { .string($0) } ?? .null
    }

    /// ``decimal(_:)``, or ``null`` for `nil`.
    public init(_ number: Double?) {
        self = number.map { .decimal($0) } ?? .null
    }

    /// ``integer(_:)``, or ``null`` for `nil`.
    public init(_ number: Int?) {
        self = number.map { .integer(Int64($0)) } ?? .null
    }
}
