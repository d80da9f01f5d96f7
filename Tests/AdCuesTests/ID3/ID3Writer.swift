/// Writes ID3 tags, as a packager does.
enum ID3Writer {
    /// A tag of these frames. `size` is stated in place of the body's length.
    static func tag(
        version: UInt8 = 4, flags: UInt8 = 0, _ body: [UInt8], size: Int? = nil,
        footer: [UInt8] = []
    ) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + synchsafe(size ?? body.count) + body + footer
    }

    /// A frame with the header of the version.
    static func frame(
        _ id: String, _ content: [UInt8], version: UInt8 = 4, flags: UInt8 = 0, size: Int? = nil
    ) -> [UInt8] {
        let size = size ?? content.count
        let header: [UInt8]
        switch version {
        case 2: header = Array(bigEndian(size).dropFirst())
        case 3: header = bigEndian(size) + [0, flags]
        default: header = synchsafe(size) + [0, flags]
        }
        return Array(id.utf8) + header + content
    }

    /// A frame of text in UTF-8.
    static func text(_ id: String, _ text: String, version: UInt8 = 4) -> [UInt8] {
        frame(id, [3] + Array(text.utf8), version: version)
    }

    /// A TXXX frame in UTF-8.
    static func userText(_ description: String, _ value: String) -> [UInt8] {
        frame("TXXX", [3] + Array(description.utf8) + [0] + Array(value.utf8))
    }

    static func synchsafe(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(number >> (21 - 7 * $0) & 0x7F) }
    }

    static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) }
    }

    /// `text` in UTF-16 with a byte order mark.
    static func utf16(_ text: String, isLittleEndian: Bool, isMarked: Bool = true) -> [UInt8] {
        ((isMarked ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isLittleEndian ? [low, high] : [high, low]
        }
    }
}
