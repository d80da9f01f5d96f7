import PlainText

/// A line of a playlist that says something.
struct PlaylistLine {
    enum Content {
        /// The name without the `#`, and what follows the colon.
        case tag(String, value: String)
        case uri(String)
    }

    /// Counted from 1.
    let number: Int
    let content: Content

    /// The lines of a document but for comments and empty lines.
    static func lines(in bytes: [UInt8]) throws(HLSPlaylistError) -> [PlaylistLine] {
        guard bytes.count <= HLSLimits.byteCount else {
            throw HLSPlaylistError(.tooLarge(byteCount: HLSLimits.byteCount))
        }
        var lines: [PlaylistLine] = []
        var number = 0
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        for line in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard line.count <= HLSLimits.lineByteCount else {
                throw HLSPlaylistError(.longLine(byteCount: HLSLimits.lineByteCount), line: number)
            }
            guard !line.contains(0), let text = String(validating: line, as: UTF8.self) else {
                throw HLSPlaylistError(.notText, line: number)
            }
            guard let content = Content(text.trimmed) else { continue }
            lines.append(PlaylistLine(number: number, content: content))
        }
        return lines
    }
}

extension PlaylistLine.Content {
    /// `nil` for a comment and an empty line.
    fileprivate init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        guard text.hasPrefix("#") else {
            self = .uri(text)
            return
        }
        guard text.hasPrefix("#EXT") else { return nil }
        let name = text.dropFirst().prefix { $0 != ":" }
        let value = text.dropFirst(name.count + 1).dropFirst()
        self = .tag(String(name), value: value.trimmed)
    }
}
