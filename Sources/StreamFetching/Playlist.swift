import HTTPAccess
import MediaTime

/// A `.m3u` or `.pls` document with the addresses of streams.
package struct Playlist: Hashable, Sendable {
    /// The format of a playlist.
    package enum Format: Hashable, Sendable {
        /// One address on each line; lines that begin with `#` are comments or directives.
        case m3u
        /// `File1=address` under `[playlist]`.
        case pls
    }

    /// The limit on the size of a playlist in bytes.
    package static let maximumByteCount = 256 * 1024

    /// The addresses or paths as written, in the order of the document.
    package var entries: [String]

    /// Whether this is an HLS playlist, whose entries are pieces of a stream.
    package var isHLS: Bool
}

extension Playlist {
    package init(parsing document: [UInt8], as format: Format) {
        let text = String(decoding: document, as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmed }
        switch format {
        case .m3u:
            entries = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
            isHLS = lines.contains { $0.hasPrefix("#EXT-X-") }
        case .pls:
            entries = lines.compactMap(Self.place(inPLSLine:))
            isHLS = false
        }
    }

    /// The address in a line `FileN=address`; `nil` for any other line.
    private static func place(inPLSLine line: String) -> String? {
        guard let equals = line.firstIndex(of: "=") else { return nil }
        let key = line[..<equals].trimmed.lowercased()
        let place = line[line.index(after: equals)...].trimmed
        guard key.hasPrefix("file"), Int(key.dropFirst(4)) != nil, !place.isEmpty else {
            return nil
        }
        return place
    }
}

extension Playlist.Format {
    /// The format for a path extension, in lower case and without the dot.
    package init?(pathExtension: String) {
        switch pathExtension {
        case "m3u", "m3u8": self = .m3u
        case "pls": self = .pls
        default: return nil
        }
    }

    /// The format for a media type, in lower case and without parameters.
    package init?(contentType: String) {
        switch contentType {
        case "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/mpegurl",
            "application/vnd.apple.mpegurl", "audio/vnd.apple.mpegurl":
            self = .m3u
        case "audio/x-scpls", "audio/scpls", "application/pls+xml", "application/pls":
            self = .pls
        default:
            return nil
        }
    }

    /// The format by the first bytes of a document.
    package init?(firstBytes: some Collection<UInt8>) {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes =
            firstBytes.starts(with: byteOrderMark)
            ? firstBytes.dropFirst(3) : firstBytes.dropFirst(0)
        let text = String(decoding: bytes.prefix(64), as: UTF8.self).drop(while: \.isWhitespace)
        if text.hasPrefix("#EXTM3U") {
            self = .m3u
        } else if text.lowercased().hasPrefix("[playlist]") {
            self = .pls
        } else {
            return nil
        }
    }
}

extension StringProtocol {
    /// Without white space and a byte order mark at either end.
    fileprivate var trimmed: String {
        let isBlank = { (character: Character) in
            character.isWhitespace || character == "\u{FEFF}"
        }
        let start = drop(while: isBlank)
        return String(start.reversed().drop(while: isBlank).reversed())
    }
}
