import FoundationEssentials
import PlainText

/// The text of a document, whatever its encoding.
struct DocumentText {
    /// Without a byte order mark, and without white space at its ends.
    let text: String

    init(_ bytes: [UInt8]) {
        text = Self.decoded(bytes).trimmed
    }

    private static func decoded(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            return String(bytes: bytes, encoding: .utf16) ?? ""
        }
        // Unmarked, they are known by the first character, which is one of ASCII.
        if bytes.starts(with: [0]) { return String(bytes: bytes, encoding: .utf16BigEndian) ?? "" }
        if bytes.dropFirst().starts(with: [0]) {
            return String(bytes: bytes, encoding: .utf16LittleEndian) ?? ""
        }
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let rest = isMarked ? bytes.dropFirst(3) : bytes[...]
        if let text = String(validating: rest, as: UTF8.self) { return text }
        // What is not UTF-8 is nearly always this, whether it says so or not.
        return String(bytes: rest, encoding: .windowsCP1252)
            ?? String(decoding: rest, as: UTF8.self)
    }
}
