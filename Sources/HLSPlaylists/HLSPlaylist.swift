import PlainText

/// An HLS playlist (RFC 8216 and its revision, draft-pantos-hls-rfc8216bis).
package enum HLSPlaylist: Hashable, Sendable {
    case multivariant(MultivariantPlaylist)
    case media(MediaPlaylist)

    /// What a playlist may take from outside with `EXT-X-DEFINE`.
    package struct Surroundings: Hashable, Sendable {
        /// The variables of the multivariant playlist that led to this one.
        package var imported: [String: String]
        /// The query parameters of the playlist's own address.
        package var query: [String: String]

        package init(imported: [String: String] = [:], query: [String: String] = [:]) {
            self.imported = imported
            self.query = query
        }
    }

    /// Reads a playlist. A number that the specification has a default for is left out if it
    /// cannot be used, since stations send such numbers; a missing `#EXTM3U` is forgiven too.
    package init(
        parsing bytes: [UInt8], in surroundings: Surroundings = Surroundings()
    ) throws(HLSPlaylistError) {
        let lines = try PlaylistLine.lines(in: bytes)
        switch try Self.kind(of: lines) {
        case .multivariant:
            var reader = MultivariantReader(surroundings)
            for line in lines { try reader.read(line) }
            self = .multivariant(reader.finished())
        case .media:
            var reader = MediaReader(surroundings)
            for line in lines { try reader.read(line) }
            self = .media(reader.finished())
        }
    }

    /// Why no document that begins with `bytes` is a playlist; `nil` if one may be.
    package static func refusal(ofBeginning bytes: [UInt8]) -> HLSPlaylistError? {
        do throws(HLSPlaylistError) {
            _ = try PlaylistLine.lines(in: bytes.withoutCutScalar)
            return nil
        } catch {
            return error
        }
    }

    private enum Kind { case multivariant, media }

    private static func kind(of lines: [PlaylistLine]) throws(HLSPlaylistError) -> Kind {
        var hasTag = false
        var firstURI: Int?
        var isMultivariant = false
        var mediaLine: Int?
        for line in lines {
            switch line.content {
            case .uri: firstURI = firstURI ?? line.number
            case .tag(let name, _):
                if MultivariantReader.ownTags.contains(name) { isMultivariant = true }
                if MediaReader.ownTags.contains(name) { mediaLine = mediaLine ?? line.number }
                hasTag = hasTag || name.hasPrefix("EXT-X-") || name == "EXTINF"
            }
        }
        if isMultivariant, let mediaLine {
            throw HLSPlaylistError(.mixedKinds, line: mediaLine)
        }
        guard hasTag || firstURI == nil else {
            throw HLSPlaylistError(.notAPlaylist, line: firstURI)
        }
        return isMultivariant ? .multivariant : .media
    }
}

extension [UInt8] {
    /// Without the last scalar of UTF-8, unless that is ASCII: some of its bytes may be missing.
    fileprivate var withoutCutScalar: [UInt8] {
        let isContinuation = { (byte: UInt8) in byte & 0xC0 == 0x80 }
        let cutCount = reversed().prefix(3).prefix(while: isContinuation).count
        guard cutCount < count, self[count - 1 - cutCount] >= 0xC0 else { return self }
        return dropLast(cutCount + 1)
    }
}
