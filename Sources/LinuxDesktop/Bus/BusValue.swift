import CSystemd
import PlainText

/// A value in a D-Bus message.
package enum BusValue: Hashable, Sendable {
    case bool(Bool)
    case int64(Int64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case strings([String])
    /// Each value is wrapped in a variant.
    case dictionary([String: BusValue])
}

extension BusValue {
    /// The value's D-Bus type signature.
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

/// Appends values to a message.
struct BusWriter {
    let message: OpaquePointer

    func append(_ value: BusValue) throws(BusError) {
        switch value {
        case .bool(let flag): try append("b", flag ? 1 : 0 as Int32)
        case .int64(let number): try append("x", number)
        case .double(let number): try append("d", number)
        case .string(let text): try append("s", text.printable())
        case .objectPath(let path): try append("o", path)
        case .strings(let texts):
            try open("a", "s")
            for text in texts { try append("s", text.printable()) }
            try close()
        case .dictionary(let values):
            try open("a", "{sv}")
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                try open("e", "sv")
                try append("s", name)
                try open("v", value.signature)
                try append(value)
                try close()
                try close()
            }
            try close()
        }
    }

    private func append(_ type: Unicode.Scalar, _ number: some BitwiseCopyable) throws(BusError) {
        var number = number
        try check(sd_bus_message_append_basic(message, CChar(UInt8(ascii: type)), &number))
    }

    private func append(_ type: Unicode.Scalar, _ text: String) throws(BusError) {
        try check(
            text.withCString {
                sd_bus_message_append_basic(message, CChar(UInt8(ascii: type)), $0)
            })
    }

    private func open(_ type: Unicode.Scalar, _ contents: String) throws(BusError) {
        try check(sd_bus_message_open_container(message, CChar(UInt8(ascii: type)), contents))
    }

    private func close() throws(BusError) {
        try check(sd_bus_message_close_container(message))
    }
}

/// Reads values from a message in order.
struct BusReader {
    let message: OpaquePointer

    func readInt64() throws(BusError) -> Int64 {
        var number: Int64 = 0
        try check(sd_bus_message_read_basic(message, CChar(UInt8(ascii: "x")), &number))
        return number
    }

    func readDouble() throws(BusError) -> Double {
        var number: Double = 0
        try check(sd_bus_message_read_basic(message, CChar(UInt8(ascii: "d")), &number))
        return number
    }

    func readString() throws(BusError) -> String { try readText("s") }

    func readObjectPath() throws(BusError) -> String { try readText("o") }

    private func readText(_ type: Unicode.Scalar) throws(BusError) -> String {
        // Owned by the message.
        var text: UnsafePointer<CChar>?
        try check(sd_bus_message_read_basic(message, CChar(UInt8(ascii: type)), &text))
        return text.map { String(cString: $0) } ?? ""
    }
}
