import MediaTime

extension ID3Frame.Content {
    /// Reads the content of the frame named `id`. Texts without an end reach to the end of it.
    init(of id: String, _ bytes: ArraySlice<UInt8>, version: UInt8) {
        var text = ID3Text(bytes)
        switch id {
        case "TXXX":
            text.readEncoding()
            self = .userText(description: text.next(), value: text.next())
        case "WXXX":
            text.readEncoding()
            let description = text.next()
            self = .userLink(description: description, address: text.nextLatin())
        case "PRIV": self = .privateData(owner: text.nextLatin(), data: Array(text.rest))
        case "UFID": self = .uniqueID(owner: text.nextLatin(), id: Array(text.rest))
        case "GEOB":
            text.readEncoding()
            let mimeType = text.nextLatin()
            let (fileName, description) = (text.next(), text.next())
            self = .object(
                mimeType: mimeType, fileName: fileName, description: description,
                data: Array(text.rest))
        case _ where id.hasPrefix("T"):
            text.readEncoding()
            self = .text(text.values(version: version))
        case _ where id.hasPrefix("W"): self = .link(text.nextLatin())
        default: self = .other(byteCount: bytes.count)
        }
    }
}

/// Reads the texts of a frame, one after the other.
struct ID3Text {
    private(set) var rest: ArraySlice<UInt8>
    private var encoding = Encoding.latin1

    /// The encodings by the byte that names them.
    private enum Encoding: UInt8 {
        case latin1 = 0
        /// In the byte order of its mark.
        case utf16 = 1
        case utf16BigEndian = 2
        case utf8 = 3
        /// Of a text before that had the mark.
        case utf16LittleEndian = 0xFF

        var unitByteCount: Int {
            switch self {
            case .latin1, .utf8: 1
            case .utf16, .utf16BigEndian, .utf16LittleEndian: 2
            }
        }
    }

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Takes the byte that names the encoding of the following texts. An unknown one is Latin-1.
    mutating func readEncoding() {
        guard let byte = rest.popFirst() else { return }
        encoding = byte <= Encoding.utf8.rawValue ? Encoding(rawValue: byte) ?? .latin1 : .latin1
    }

    /// Takes a text with its end.
    mutating func next() -> String {
        let text = take(unitByteCount: encoding.unitByteCount)
        switch encoding {
        case .latin1: return Self.latin1(text)
        case .utf8: return String(validating: text, as: UTF8.self) ?? Self.latin1(text)
        case .utf16, .utf16BigEndian, .utf16LittleEndian: return utf16(text)
        }
    }

    /// Takes a text that is in Latin-1 in every frame, such as an address.
    mutating func nextLatin() -> String {
        Self.latin1(take(unitByteCount: 1))
    }

    private static let maximumValueCount = 64

    /// All texts that are left. Before ID3v2.4 there is only one.
    mutating func values(version: UInt8) -> [String] {
        let limit = version < 4 ? 1 : Self.maximumValueCount
        var values: [String] = []
        repeat { values.append(next()) } while values.count < limit && !rest.isEmpty
        return values
    }

    /// Takes the bytes before the next zero, and the zero.
    private mutating func take(unitByteCount: Int) -> ArraySlice<UInt8> {
        var end = rest.startIndex
        while end + unitByteCount <= rest.endIndex {
            if rest[end..<end + unitByteCount].allSatisfy({ $0 == 0 }) {
                let text = rest[..<end]
                rest = rest[(end + unitByteCount)...]
                return text
            }
            end += unitByteCount
        }
        defer { rest = rest[rest.endIndex...] }
        return rest
    }

    private mutating func utf16(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes
        if encoding != .utf16BigEndian || bytes.starts(with: [0xFE, 0xFF]) {
            switch (bytes.first, bytes.dropFirst().first) {
            case (0xFE, 0xFF):
                encoding = .utf16BigEndian
                bytes = bytes.dropFirst(2)
            case (0xFF, 0xFE):
                encoding = .utf16LittleEndian
                bytes = bytes.dropFirst(2)
            default: break
            }
        }
        // Without a mark the order is that of the text before, or big-endian.
        let isLittleEndian = encoding == .utf16LittleEndian
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittleEndian ? second << 8 | first : first << 8 | second
        }
        return String(decoding: units, as: UTF16.self)
    }

    private static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
