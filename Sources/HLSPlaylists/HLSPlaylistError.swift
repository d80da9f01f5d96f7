/// Why a document is no HLS playlist that can be used.
package struct HLSPlaylistError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1; `nil` if the error is about the whole document.
    package var line: Int?
    package var reason: Reason

    package enum Reason: Hashable, Sendable {
        case tooLarge(byteCount: Int)
        case notText
        case notAPlaylist
        /// Tags of a multivariant playlist and media segments in one document.
        case mixedKinds
        case longLine(byteCount: Int)
        /// More of something than a playlist may have here.
        case tooMany(String, limit: Int)
        /// A tag lacks an attribute, or has another value there than it may.
        case unusable(tag: String, attribute: String?, expected: String)
        case undefinedVariable(String)
        case variableDefinedTwice(String)
        /// A delta update leaves out segments that the earlier playlist does not have.
        case skipsUnknownSegments
    }

    package init(_ reason: Reason, line: Int? = nil) {
        self.reason = reason
        self.line = line
    }

    package var description: String {
        line.map { "line \($0): \(reason)" } ?? "\(reason)"
    }
}

extension HLSPlaylistError.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge(let byteCount):
            "a playlist of more than \(byteCount) bytes; ask the station for a shorter window"
        case .notText: "not text in UTF-8, as a playlist is"
        case .notAPlaylist: "not an HLS playlist: it has no tag of one; check the address"
        case .mixedKinds: "a playlist has either variants or media segments, and this one has both"
        case .longLine(let byteCount): "a line of more than \(byteCount) bytes"
        case .tooMany(let things, let limit): "more than \(limit) \(things)"
        case .unusable(let tag, let attribute, let expected):
            attribute.map { "'\($0)' of '#\(tag)' must be \(expected)" }
                ?? "'#\(tag)' must have \(expected)"
        case .undefinedVariable(let name): "the variable '\(name)' is not defined"
        case .variableDefinedTwice(let name): "the variable '\(name)' is defined twice"
        case .skipsUnknownSegments:
            "a delta update that leaves out segments which no earlier playlist had; load it whole"
        }
    }
}
