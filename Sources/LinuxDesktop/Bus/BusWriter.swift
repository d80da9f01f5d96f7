import CSystemd
import PlainText

/// Writes values behind what a message already has.
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
