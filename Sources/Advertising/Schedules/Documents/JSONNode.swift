import FoundationEssentials
import MediaTime
import PlainText

/// A JSON text as a tree.
package enum JSONNode: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// Not a number if the text has a number out of the range of `Double`.
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([String: JSONNode])
}

extension JSONNode {
    /// Parses a text within ``JSONBounds``.
    init(parsing text: String) throws(AdScheduleError.Reason) {
        try JSONBounds.check(text.utf8)
        do {
            self = try JSONDecoder().decode(JSONNode.self, from: Data(text.utf8))
        } catch {
            throw .malformedJSON(JSONMistake(in: text)?.description ?? "it has a mistake")
        }
    }

    /// As JSON text with sorted keys.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "", negativeInfinity: "", nan: "")
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            // Every case is valid JSON, so encoding cannot fail.
            return "{}"
        }
    }
}

extension JSONNode {
    subscript(key: String) -> JSONNode? {
        guard case .object(let members) = self, let value = members[key], value != .null else {
            return nil
        }
        return value
    }

    /// The value of the first of `keys` that is present.
    func first(_ keys: String...) -> JSONNode? {
        for key in keys {
            if let value = self[key] { return value }
        }
        return nil
    }

    var elements: [JSONNode]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    var members: [String: JSONNode]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The value of a string or number, as text.
    var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number) where number.isFinite: String(number)
        case .null, .bool, .number, .array, .object: nil
        }
    }

    /// The value of a number, or of a string that contains one.
    var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number.isFinite ? number : nil
        case .string(let text): Double(text.trimmed).flatMap { $0.isFinite ? $0 : nil }
        case .null, .bool, .array, .object: nil
        }
    }

    /// The value as a small whole number.
    var index: Int? {
        double.flatMap { $0 == $0.rounded() && abs($0) < 1e6 ? Int(saturating: $0) : nil }
    }

    /// Whether the value means yes in any form that servers use.
    var isTrue: Bool {
        switch self {
        case .bool(let value): value
        case .integer(let number): number != 0
        case .string(let text): ["true", "1", "yes"].contains(text.lowercased())
        case .null, .number, .array, .object: false
        }
    }
}

extension JSONNode: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // Each `try?` asks for one type; a value of another type throws. Throwing is slow, so the
        // frequent types come first.
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {  // try?: as above
            self = .string(text)
        } else if let number = try? value.decode(Double.self) {  // try?: as above
            // `try?`: a fraction, or a number too large for an integer, throws.
            self = (try? value.decode(Int.self)).map { .integer($0) } ?? .number(number)
        } else if let members = try? value.decode([String: JSONNode].self) {  // try?: as above
            self = .object(members)
        } else if let elements = try? value.decode([JSONNode].self) {  // try?: as above
            self = .array(elements)
        } else if let flag = try? value.decode(Bool.self) {  // try?: as above
            self = .bool(flag)
        } else {
            // Only a number too large for `Double` remains.
            self = .number(.nan)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

/// Limits on the depth and size of JSON text, checked before it is decoded.
enum JSONBounds {
    static let depthLimit = 64
    static let partLimit = 100_000

    static func check(_ text: String.UTF8View) throws(AdScheduleError.Reason) {
        var depth = 0
        var parts = 0
        var isString = false
        var isEscaped = false
        for byte in text {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ","): parts += 1
            default: break
            }
            guard depth <= depthLimit else { throw .tooDeep(limit: depthLimit) }
            guard parts <= partLimit else { throw .tooManyParts(limit: partLimit) }
        }
    }
}
