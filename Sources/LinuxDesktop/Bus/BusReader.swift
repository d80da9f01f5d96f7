import CSystemd

/// Takes values out of a message that came, one after the other.
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
        // Belongs to the message.
        var text: UnsafePointer<CChar>?
        try check(sd_bus_message_read_basic(message, CChar(UInt8(ascii: type)), &text))
        return text.map { String(cString: $0) } ?? ""
    }
}
