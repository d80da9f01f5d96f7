import FoundationEssentials

extension SpliceInfoSection {
    /// Reads a section written as hexadecimal digits, with or without `0x`, or in base64. White
    /// space does not count, and base64 may lack its padding.
    ///
    /// Returns `nil` if `text` is neither.
    package static func bytes(in text: some StringProtocol) -> [UInt8]? {
        let text = String(text.filter { !$0.isWhitespace })
        guard !text.isEmpty else { return nil }
        return hexBytes(in: text) ?? Data(base64Encoded: text).map(Array.init)
            ?? bytes(inUnpadded: text)
    }

    /// Reads base64 whose padding was left out. Other words could be read so as well, so only what
    /// begins as a section does is taken.
    private static func bytes(inUnpadded text: String) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding), data.count > 2,
            data.first == tableID
        else { return nil }
        return Array(data)
    }

    private static func hexBytes(in text: String) -> [UInt8]? {
        let digits = Array((text.after("0x") ?? text.after("0X") ?? text[...]).utf8)
        guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(of: digits[index]), let low = value(of: digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
