import MediaTime

/// What both kinds of playlists read alike.
struct TagReader {
    var variables: VariableTable
    private(set) var version: Int?
    private(set) var hasIndependentSegments = false
    private(set) var start: StartPoint?

    init(_ surroundings: HLSPlaylist.Surroundings) {
        variables = VariableTable(surroundings)
    }

    /// Reads a tag that both kinds may have; returns whether it is one.
    mutating func read(
        _ name: String, _ value: String, at line: Int
    ) throws(HLSPlaylistError) -> Bool {
        switch name {
        case "EXTM3U": break
        case "EXT-X-VERSION": version = Int(value).flatMap { $0 > 0 ? $0 : nil }
        case "EXT-X-INDEPENDENT-SEGMENTS": hasIndependentSegments = true
        case "EXT-X-DEFINE": try variables.define(value, at: line)
        case "EXT-X-START":
            let attributes = try attributes(value, at: line)
            if let offset = attributes.seconds("TIME-OFFSET", within: .offset) {
                start = StartPoint(offset: offset, isPrecise: attributes.isYes("PRECISE"))
            }
        default: return false
        }
        return true
    }

    /// The attributes in `text`, with their variables replaced.
    mutating func attributes(
        _ text: String, at line: Int
    ) throws(HLSPlaylistError) -> AttributeList {
        let attributes = AttributeList(parsing: text)
        return try variables.replaced(in: attributes, at: line)
    }

    /// The key of an `EXT-X-KEY` or `EXT-X-SESSION-KEY`; `nil` for the method `NONE`.
    mutating func key(
        _ tag: String, _ text: String, at line: Int
    ) throws(HLSPlaylistError) -> EncryptionKey? {
        let attributes = try attributes(text, at: line)
        guard let method = attributes["METHOD"] else {
            throw HLSPlaylistError.unusable(tag, "METHOD", "a method such as AES-128", at: line)
        }
        guard method != "NONE" else { return nil }
        guard let uri = attributes["URI"] else {
            throw HLSPlaylistError.unusable(tag, "URI", "the address of the key", at: line)
        }
        var vector: [UInt8]?
        if let written = attributes["IV"] {
            guard let bytes = Self.initializationVector(written) else {
                throw HLSPlaylistError.unusable(
                    tag, "IV", "0x and up to 32 hexadecimal digits", at: line)
            }
            vector = bytes
        }
        return EncryptionKey(
            method: EncryptionKey.Method(method), uri: uri, initializationVector: vector,
            format: attributes["KEYFORMAT"] ?? EncryptionKey.identity)
    }

    /// The 16 bytes of a number written as `0x…`, which may lack leading zeros.
    private static func initializationVector(_ text: String) -> [UInt8]? {
        guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return nil }
        let digits = text.dropFirst(2)
        guard (1...32).contains(digits.count),
            digits.utf8.allSatisfy({ UInt8($0).isHexDigit }),
            let number = UInt128(digits, radix: 16)
        else { return nil }
        return (0..<16).map { UInt8(truncatingIfNeeded: number >> (120 - 8 * $0)) }
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

extension EncryptionKey.Method {
    fileprivate init(_ name: String) {
        switch name {
        case "AES-128": self = .aes128
        case "SAMPLE-AES": self = .sampleAES
        default: self = .other(name)
        }
    }
}

extension HLSPlaylistError {
    static func unusable(
        _ tag: String, _ attribute: String?, _ expected: String, at line: Int
    ) -> HLSPlaylistError {
        HLSPlaylistError(
            .unusable(tag: tag, attribute: attribute, expected: expected), line: line)
    }

    static func tooMany(_ things: String, _ limit: Int, at line: Int) -> HLSPlaylistError {
        HLSPlaylistError(.tooMany(things, limit: limit), line: line)
    }
}
