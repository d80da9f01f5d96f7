import Glibc
import MediaTime
import PlainText

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
        // Beyond this, millionths do not fit a whole number, and doubles have hardly any.
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
            // So that a terminal may be shown the text as it is.
            default: text += String(scalar).escapingUnprintable
            }
        }
        text += "\""
    }
}
