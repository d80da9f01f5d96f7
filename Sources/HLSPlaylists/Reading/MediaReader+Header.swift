import MediaTime

extension MediaReader {
    /// Reads a tag about the whole playlist; returns whether `name` is one.
    mutating func readHeader(
        _ name: String, _ value: String, at line: Int
    ) throws(HLSPlaylistError) -> Bool {
        switch name {
        case "EXT-X-TARGETDURATION":
            playlist.targetDuration =
                Duration(decimalSeconds: value, within: .length) ?? playlist.targetDuration
        case "EXT-X-MEDIA-SEQUENCE": playlist.mediaSequence = Self.sequence(value)
        case "EXT-X-DISCONTINUITY-SEQUENCE": playlist.discontinuitySequence = Self.sequence(value)
        case "EXT-X-ENDLIST": playlist.hasEnded = true
        case "EXT-X-PLAYLIST-TYPE": playlist.type = MediaPlaylist.PlaylistType(rawValue: value)
        case "EXT-X-I-FRAMES-ONLY": playlist.isIFramesOnly = true
        case "EXT-X-PART-INF":
            playlist.partTargetDuration = try tags.attributes(value, at: line)
                .seconds("PART-TARGET")
        case "EXT-X-SERVER-CONTROL":
            playlist.serverControl = ServerControl(try tags.attributes(value, at: line))
        case "EXT-X-SKIP": try readSkip(name, value, at: line)
        case "EXT-X-PRELOAD-HINT": try readHint(name, value, at: line)
        case "EXT-X-RENDITION-REPORT": try readReport(name, value, at: line)
        case "EXT-X-DATERANGE": try readDateRange(value, at: line)
        default: return false
        }
        return true
    }

    /// The number of a segment; 0 for a text that is none, as if the tag were missing.
    private static func sequence(_ text: String) -> Int {
        guard let number = Int(text), abs(number.clamped) <= HLSLimits.number else { return 0 }
        return number
    }

    private mutating func readSkip(
        _ name: String, _ value: String, at line: Int
    ) throws(HLSPlaylistError) {
        let attributes = try tags.attributes(value, at: line)
        guard let count = attributes.count("SKIPPED-SEGMENTS") else {
            throw .unusable(name, "SKIPPED-SEGMENTS", "a number of segments", at: line)
        }
        guard playlist.segments.isEmpty else {
            throw .unusable(name, nil, "its place before all segments", at: line)
        }
        playlist.skip = SkippedSegments(
            count: count,
            removedDateRanges: attributes["RECENTLY-REMOVED-DATERANGES"].map {
                $0.split(separator: "\t").map(String.init)
            })
    }

    private mutating func readHint(
        _ name: String, _ value: String, at line: Int
    ) throws(HLSPlaylistError) {
        let attributes = try tags.attributes(value, at: line)
        guard let kind = attributes["TYPE"].flatMap(PreloadHint.Kind.init(rawValue:)) else {
            return
        }
        guard let uri = attributes["URI"] else {
            throw .unusable(name, "URI", "the address of what comes", at: line)
        }
        guard playlist.preloadHints.count < HLSLimits.attributeCount else {
            throw .tooMany("preload hints", HLSLimits.attributeCount, at: line)
        }
        playlist.preloadHints.append(
            PreloadHint(
                kind: kind, uri: uri, offset: attributes.count("BYTERANGE-START") ?? 0,
                length: attributes.count("BYTERANGE-LENGTH")))
    }

    private mutating func readReport(
        _ name: String, _ value: String, at line: Int
    ) throws(HLSPlaylistError) {
        let attributes = try tags.attributes(value, at: line)
        guard let uri = attributes["URI"] else {
            throw .unusable(name, "URI", "the address of a playlist", at: line)
        }
        guard playlist.renditionReports.count < HLSLimits.variantCount else {
            throw .tooMany("rendition reports", HLSLimits.variantCount, at: line)
        }
        playlist.renditionReports.append(
            RenditionReport(
                uri: uri, lastMediaSequence: attributes.count("LAST-MSN"),
                lastPart: attributes.count("LAST-PART")))
    }

    private mutating func readDateRange(
        _ value: String, at line: Int
    ) throws(HLSPlaylistError) {
        let attributes = try tags.attributes(value, at: line)
        guard let id = attributes["ID"] else {
            throw .unusable("EXT-X-DATERANGE", "ID", "the name of the range", at: line)
        }
        let segmentIndex = playlist.segments.count
        if let index = dateRangeIndices[id] {
            playlist.dateRanges[index].add(attributes, before: segmentIndex)
            return
        }
        guard playlist.dateRanges.count < HLSLimits.dateRangeCount else {
            throw .tooMany("date ranges", HLSLimits.dateRangeCount, at: line)
        }
        dateRangeIndices[id] = playlist.dateRanges.count
        playlist.dateRanges.append(DateRange(id: id, attributes, before: segmentIndex))
    }
}

extension ServerControl {
    fileprivate init(_ attributes: AttributeList) {
        canBlockReload = attributes.isYes("CAN-BLOCK-RELOAD")
        canSkipUntil = attributes.seconds("CAN-SKIP-UNTIL")
        canSkipDateRanges = attributes.isYes("CAN-SKIP-DATERANGES")
        holdBack = attributes.seconds("HOLD-BACK")
        partHoldBack = attributes.seconds("PART-HOLD-BACK")
    }
}

extension Int {
    /// A number whose magnitude is an `Int` too.
    fileprivate var clamped: Int { Swift.max(self, -Int.max) }
}
