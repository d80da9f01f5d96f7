import MediaTime
import PlainText

/// Reads a media playlist, line by line.
struct MediaReader {
    /// The tags that make a document a media playlist, and no other. Stations put the others into
    /// multivariant playlists too, where they mean nothing.
    static let ownTags: Set<String> = ["EXTINF", "EXT-X-PART", "EXT-X-SKIP"]

    var tags: TagReader
    var playlist = MediaPlaylist()
    /// What the tags so far say about the segment whose address comes next.
    private var pending = PendingSegment()
    private var keys: [EncryptionKey] = []
    private var map: InitializationSection?
    private var hasSeenKey = false
    private var hasSeenMap = false
    private var bitrate: Int?
    /// The end of the byte range of the segment before.
    private var rangeEnd: Int?
    private var partCount = 0
    private var otherTagCount = 0
    /// The index of each date range, by its id.
    var dateRangeIndices: [String: Int] = [:]
    /// The indices of the segments without an `EXTINF` before the first target duration.
    private var untimed: [Int] = []

    init(_ surroundings: HLSPlaylist.Surroundings) {
        tags = TagReader(surroundings)
    }

    mutating func read(_ line: PlaylistLine) throws(HLSPlaylistError) {
        switch line.content {
        case .uri(let text): try addSegment(text, at: line.number)
        case .tag(let name, let value):
            if try tags.read(name, value, at: line.number) { return }
            if try readHeader(name, value, at: line.number) { return }
            if try readSegmentTag(name, value, at: line.number) { return }
            try keep(name, value, at: line.number)
        }
    }

    func finished() -> MediaPlaylist {
        var playlist = playlist
        playlist.version = tags.version
        playlist.hasIndependentSegments = tags.hasIndependentSegments
        playlist.start = tags.start
        playlist.variables = tags.variables.values
        playlist.openParts = pending.parts
        playlist.openTags = pending.otherTags
        playlist.opensWithDiscontinuity = pending.isDiscontinuous
        for index in untimed {
            playlist.segments[index].duration = Self.length(playlist.targetDuration ?? .zero)
        }
        playlist.countDiscontinuities()
        return playlist
    }

    private mutating func addSegment(_ text: String, at line: Int) throws(HLSPlaylistError) {
        guard playlist.segments.count < HLSLimits.segmentCount else {
            throw .tooMany("segments", HLSLimits.segmentCount, at: line)
        }
        let uri = try tags.variables.replaced(in: text, at: line)
        var segment = MediaSegment(uri, duration: Self.length(.zero))
        if let duration = pending.duration ?? playlist.targetDuration {
            segment.duration = Self.length(duration)
        } else {
            untimed.append(playlist.segments.count)
        }
        segment.title = pending.title
        if let written = pending.byteRange {
            // The update of a playlist does not have the segment before its first.
            let offset = rangeEnd ?? (playlist.skip == nil ? 0 : nil)
            guard let range = ByteRange(parsing: written, defaultOffset: offset) else {
                throw .unusable("EXT-X-BYTERANGE", nil, "LENGTH@OFFSET in bytes", at: line)
            }
            segment.byteRange = range
        }
        rangeEnd = segment.byteRange?.end
        segment.isDiscontinuous = pending.isDiscontinuous
        segment.isGap = pending.isGap
        segment.date = pending.date
        segment.parts = pending.parts
        segment.otherTags = pending.otherTags
        segment.keys = keys
        segment.map = map
        segment.bitrate = segment.byteRange == nil ? bitrate : nil
        if !hasSeenKey { playlist.skip?.unkeyedCount += 1 }
        if !hasSeenMap { playlist.skip?.unmappedCount += 1 }
        playlist.segments.append(segment)
        pending = PendingSegment()
    }

    /// A segment without a length would share its place with the next one. Other players give it
    /// 10 ms too.
    private static func length(_ written: Duration) -> Duration {
        written == .zero ? .milliseconds(10) : written
    }

    /// Reads a tag about the next segment, or about it and those after it; returns whether `name`
    /// is one.
    private mutating func readSegmentTag(
        _ name: String, _ value: String, at line: Int
    ) throws(HLSPlaylistError) -> Bool {
        switch name {
        case "EXTINF":
            let number = value.prefix { $0 != "," }
            // Another text than a number counts as if the tag were missing.
            pending.duration = Duration(decimalSeconds: number.trimmed, within: .session)
            if let duration = pending.duration, !TimeBounds.length.range.contains(duration) {
                throw .unusable(name, nil, "a number of seconds up to 24 h", at: line)
            }
            let title = value.dropFirst(number.count + 1).trimmed
            pending.title = title.isEmpty ? nil : title
        case "EXT-X-BYTERANGE": pending.byteRange = value
        case "EXT-X-DISCONTINUITY": pending.isDiscontinuous = true
        case "EXT-X-GAP": pending.isGap = true
        case "EXT-X-BITRATE": bitrate = Int(value).flatMap { $0 > 0 ? $0 : nil }
        case "EXT-X-PROGRAM-DATE-TIME": pending.date = WallClockDate(parsing: value)
        case "EXT-X-KEY":
            hasSeenKey = true
            guard let key = try tags.key(name, value, at: line) else {
                keys = []
                return true
            }
            // Keys of several formats may hold for one segment.
            if !pending.hasKey { keys = [] }
            pending.hasKey = true
            keys.removeAll { $0.format == key.format }
            guard keys.count < HLSLimits.attributeCount else {
                throw .tooMany("keys of a segment", HLSLimits.attributeCount, at: line)
            }
            keys.append(key)
        case "EXT-X-MAP": try readMap(name, value, at: line)
        case "EXT-X-PART": try readPart(name, value, at: line)
        default: return false
        }
        return true
    }

    private mutating func readMap(
        _ name: String, _ value: String, at line: Int
    ) throws(HLSPlaylistError) {
        hasSeenMap = true
        let attributes = try tags.attributes(value, at: line)
        guard let uri = attributes["URI"] else {
            throw .unusable(name, "URI", "the address of the initialization section", at: line)
        }
        var range: ByteRange?
        if let written = attributes["BYTERANGE"] {
            range = ByteRange(parsing: written, defaultOffset: 0)
            guard range != nil else {
                throw .unusable(name, "BYTERANGE", "LENGTH@OFFSET in bytes", at: line)
            }
        }
        map = InitializationSection(uri: uri, byteRange: range, keys: keys)
    }

    private mutating func readPart(
        _ name: String, _ value: String, at line: Int
    ) throws(HLSPlaylistError) {
        partCount += 1
        guard partCount <= HLSLimits.partCount else {
            throw .tooMany("partial segments", HLSLimits.partCount, at: line)
        }
        let attributes = try tags.attributes(value, at: line)
        guard let uri = attributes["URI"] else {
            throw .unusable(name, "URI", "the address of the part", at: line)
        }
        guard let duration = attributes.seconds("DURATION") else {
            throw .unusable(name, "DURATION", "a number of seconds up to 24 h", at: line)
        }
        var part = PartialSegment(uri: uri, duration: duration)
        if let written = attributes["BYTERANGE"] {
            let offset = pending.parts.last?.byteRange?.end ?? 0
            guard let range = ByteRange(parsing: written, defaultOffset: offset) else {
                throw .unusable(name, "BYTERANGE", "LENGTH@OFFSET in bytes", at: line)
            }
            part.byteRange = range
        }
        part.isIndependent = attributes.isYes("INDEPENDENT")
        part.isGap = attributes.isYes("GAP")
        pending.parts.append(part)
        pending.partsLength += duration
    }

    private mutating func keep(
        _ name: String, _ value: String, at line: Int
    ) throws(HLSPlaylistError) {
        otherTagCount += 1
        guard otherTagCount <= HLSLimits.otherTagCount else {
            throw .tooMany("other tags", HLSLimits.otherTagCount, at: line)
        }
        pending.otherTags.append(OtherTag(name: name, value: value, offset: pending.partsLength))
    }
}

/// What the tags say about the segment whose address comes next.
private struct PendingSegment {
    var duration: Duration?
    var title: String?
    var byteRange: String?
    var isDiscontinuous = false
    var isGap = false
    var hasKey = false
    var date: WallClockDate?
    var parts: [PartialSegment] = []
    var partsLength = Duration.zero
    var otherTags: [OtherTag] = []
}
