import FoundationEssentials
import PlainText

/// A document's text, decoded from any supported encoding.
struct DocumentText {
    /// Without a byte order mark, and without white space at both ends.
    let text: String

    init(_ bytes: [UInt8]) {
        text = Self.decoded(bytes).trimmed
    }

    private static func decoded(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            return String(bytes: bytes, encoding: .utf16) ?? ""
        }
        // Without a byte order mark, the encoding follows from the first character, which is ASCII.
        if bytes.starts(with: [0]) { return String(bytes: bytes, encoding: .utf16BigEndian) ?? "" }
        if bytes.dropFirst().starts(with: [0]) {
            return String(bytes: bytes, encoding: .utf16LittleEndian) ?? ""
        }
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let rest = isMarked ? bytes.dropFirst(3) : bytes[...]
        if let text = String(validating: rest, as: UTF8.self) { return text }
        // Text that is not UTF-8 is nearly always Windows-1252, labelled or not.
        return String(bytes: rest, encoding: .windowsCP1252)
            ?? String(decoding: rest, as: UTF8.self)
    }
}

/// The content of a `data:` address (RFC 2397).
struct DataAddress {
    let text: String

    /// Parses an address, which may be wrapped over lines. `nil` if it is no `data:` address or
    /// cannot be decoded.
    init?(_ address: String) {
        let address = String(address.filter { !$0.isWhitespace })
        guard address.prefix(5).lowercased() == "data:",
            let comma = address.firstIndex(of: ",")
        else { return nil }
        let isMarked = address[..<comma].lowercased().hasSuffix(";base64")
        let written = String(address[address.index(after: comma)...])
        let content = written.percentDecoded ?? written
        // The `;base64` mark may be missing, and no JSON text looks like base64.
        if !isMarked, content.hasPrefix("{") {
            text = content
            return
        }
        guard let decoded = Self.decoded(base64: content) else { return nil }
        text = decoded
    }

    /// Decodes base64 in the standard or the URL alphabet, padded or not.
    private static func decoded(base64 content: String) -> String? {
        var content = content.replacing("-", with: "+").replacing("_", with: "/")
        while content.hasSuffix("=") { content.removeLast() }
        content += String(repeating: "=", count: (4 - content.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: content), !data.isEmpty else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
