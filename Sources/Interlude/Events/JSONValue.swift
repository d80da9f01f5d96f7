import Glibc
import MediaTime
import PlainText

/// A JSON value with a canonical text.
///
/// Members keep their order, numbers have no exponent, and nothing depends on a locale: equal
/// values give equal bytes.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)

    /// Rounded to millionths, without trailing zeros; `null` if it is not finite.
    case decimal(Double)

    case string(String)
    case array([JSONValue])
    case object([JSONMember])
}

/// A member of a JSON object.
public struct JSONMember: Hashable, Sendable {
    public var key: String
    public var value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }
}

extension JSONValue {
    /// An object of `members` without those that are ``null``.
    public static func present(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.filter { $0.value != .null }.map { JSONMember($0.key, $0.value) })
    }

    /// The first member with that key; `nil` if there is none, or this is not an object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// A copy with every text changed by `change`; keys stay.
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

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }
}

extension JSONValue: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Double) {
        self = .decimal(value)
    }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }
}

extension JSONValue: CustomStringConvertible {
    /// The JSON text, on one line and without spaces.
    public var description: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// Appends the JSON text to `text`.
    func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .decimal(let value): Self.write(value, to: &text)
        case .string(let value): Self.write(value, to: &text)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ value: Double, to text: inout String) {
        guard value.isFinite else { return text += "null" }
        let millionths = (value.magnitude * 1_000_000).rounded()
        // Beyond this, millionths do not fit into an integer, and doubles have hardly any.
        guard millionths < 9e18 else { return text += wholeDigits(of: value) }
        let (whole, rest) = Int64(saturating: millionths)
            .quotientAndRemainder(dividingBy: 1_000_000)
        if value < 0, millionths > 0 { text += "-" }
        text += String(whole)
        guard rest > 0 else { return }
        var digits = String(rest + 1_000_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        text += "."
        text += digits
    }

    /// All digits of a number without a fraction.
    private static func wholeDigits(of value: Double) -> String {
        // No double has more digits.
        let capacity = 320
        var digits = [CChar](repeating: 0, count: capacity)
        let count = withVaList([value]) { vsnprintf(&digits, capacity, "%.0f", $0) }
        return String(
            decoding: digits.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.printing == .itself: text.unicodeScalars.append(scalar)
            // So that the text is safe to show on a terminal.
            default: text += String(scalar).escapingUnprintable
            }
        }
        text += "\""
    }
}
