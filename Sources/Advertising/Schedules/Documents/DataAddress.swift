import FoundationEssentials
import PlainText

/// What a `data:` address holds (RFC 2397).
struct DataAddress {
    let text: String

    /// Reads an address, also one that is wrapped over lines; `nil` if it is none, or cannot be
    /// decoded.
    init?(_ address: String) {
        let address = String(address.filter { !$0.isWhitespace })
        guard address.prefix(5).lowercased() == "data:",
            let comma = address.firstIndex(of: ",")
        else { return nil }
        let isMarked = address[..<comma].lowercased().hasSuffix(";base64")
        let written = String(address[address.index(after: comma)...])
        let content = written.percentDecoded ?? written
        // Where the mark is missing, nothing that is JSON looks like base64.
        if !isMarked, content.hasPrefix("{") {
            text = content
            return
        }
        guard let decoded = Self.decoded(base64: content) else { return nil }
        text = decoded
    }

    /// Decodes base64 of either alphabet, with its filling characters or without.
    private static func decoded(base64 content: String) -> String? {
        var content = content.replacing("-", with: "+").replacing("_", with: "/")
        while content.hasSuffix("=") { content.removeLast() }
        content += String(repeating: "=", count: (4 - content.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: content), !data.isEmpty else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
