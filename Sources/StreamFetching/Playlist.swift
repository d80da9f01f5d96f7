import HTTPAccess
import MediaTime

/// A `.m3u` or `.pls` document that says where streams are.
package struct Playlist: Hashable, Sendable {
    /// How the two kinds are written.
    package enum Format: Hashable, Sendable {
        /// A place a line; lines that begin with `#` say other things.
        case m3u
        /// `File1=place` under `[playlist]`.
        case pls
    }

    /// Longer documents than this, in bytes, are no playlists that name a stream.
    package static let maximumByteCount = 256 * 1024

    /// The places as they are written, in the order of the document.
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

    /// The place that `FileN=place` names; `nil` for any other line.
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
    /// The format that a name's ending says, without its dot and in lower case.
    package init?(pathExtension: String) {
        switch pathExtension {
        case "m3u", "m3u8": self = .m3u
        case "pls": self = .pls
        default: return nil
        }
    }

    /// The format that a media type says, in lower case and without parameters.
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

    /// The format that the first bytes of a document say.
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
