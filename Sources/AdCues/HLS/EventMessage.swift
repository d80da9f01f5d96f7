import MediaTime

/// An event message of fragmented MP4: a box `emsg` before the media (ISO/IEC 23009-1, 5.10.3.3).
struct EventMessage: Hashable {
    /// What its data are.
    var scheme: String
    var data: [UInt8]
    /// When it applies, counted from the first frame of the segment that is heard; `nil` if the
    /// segment does not say when that is, or if it is hours away.
    var offset: FrameTime?

    /// SCTE-35 sections (ANSI/SCTE 214-3).
    static let splices = "urn:scte:scte35:2013:bin"
    /// ID3 tags, as the AOM defines them and as Apple wrote them before.
    static let tags = [
        "https://aomedia.org/emsg/ID3", "https://developer.apple.com/streaming/emsg-id3",
    ]

    /// A time further away is on another clock.
    private static let longestNotice: Int128 = 3600 * 48_000

    /// The messages of a segment, in their order. `map` is what a decoder needs before it.
    static func messages(in segment: [UInt8], map: [UInt8]) -> [EventMessage] {
        var start: MP4Time?
        var isRead = false
        return MP4Box.boxes(in: segment[...]).compactMap { box in
            guard box.type == "emsg" else { return nil }
            if !isRead { start = MP4Time.firstHeard(in: segment, map: map) }
            isRead = true
            return EventMessage(box.content, from: start)
        }
    }

    private init?(_ content: ArraySlice<UInt8>, from start: MP4Time?) {
        var fields = MP4Fields(content)
        guard let version = fields.number(1), fields.skip(3) else { return nil }
        let time: Int128
        switch version {
        case 0:
            guard let scheme = fields.text(), fields.text() != nil, let scale = fields.number(4),
                let delta = fields.number(4), fields.skip(8), scale > 0
            else { return nil }
            self.scheme = scheme
            time = MP4Time(ticks: Int128(delta), scale: Int128(scale)).frames(since: .zero)
        case 1:
            guard let scale = fields.number(4), let ticks = fields.number(8), fields.skip(8),
                let scheme = fields.text(), fields.text() != nil, scale > 0
            else { return nil }
            self.scheme = scheme
            let heard = MP4Time(ticks: Int128(ticks), scale: Int128(scale))
            time = start.map { heard.frames(since: $0) } ?? .max
        default: return nil
        }
        data = Array(fields.rest)
        let isNear = (-Self.longestNotice...Self.longestNotice).contains(time)
        offset = isNear ? Int64(exactly: time).map { FrameTime($0) } : nil
    }
}

/// A time in the ticks of a clock of MP4.
struct MP4Time: Hashable {
    var ticks: Int128
    /// Ticks per second; positive, of 32 bits at most.
    var scale: Int128

    static let zero = MP4Time(ticks: 0, scale: 1)

    /// How many frames it is after `other`, to the nearest one.
    func frames(since other: MP4Time) -> Int128 {
        let rate: Int128 = 48_000
        let scales = scale * other.scale
        let frames = (ticks * other.scale - other.ticks * scale) * rate * 2 + scales
        let (quotient, rest) = frames.quotientAndRemainder(dividingBy: 2 * scales)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// When the first audio of a segment is heard: not before time 0, at which the edit list of the
    /// map begins. `nil` if map and segment do not say so.
    static func firstHeard(in segment: [UInt8], map: [UInt8]) -> MP4Time? {
        guard let track = MP4Track(map),
            let fragment = MP4Box.boxes(in: segment[...]).first(where: { $0.type == "moof" })
        else { return nil }
        for box in fragment.boxes where box.type == "traf" {
            var header = MP4Fields(box["tfhd"])
            guard header.skip(4), header.number(4) == track.id else { continue }
            var fields = MP4Fields(box["tfdt"])
            guard let version = fields.number(1), fields.skip(3),
                let ticks = fields.number(version == 1 ? 8 : 4)
            else { return nil }
            return MP4Time(ticks: max(0, Int128(ticks) - track.edit), scale: track.scale)
        }
        return nil
    }
}

/// The track of audio that a map describes.
private struct MP4Track {
    let id: UInt64
    let scale: Int128
    /// Where in its media time 0 is.
    let edit: Int128

    init?(_ map: [UInt8]) {
        guard let movie = MP4Box.boxes(in: map[...]).first(where: { $0.type == "moov" }),
            let track = movie.boxes.first(where: { $0.isSound })
        else { return nil }
        let media = MP4Box(type: "mdia", content: track["mdia"])
        var header = MP4Fields(track["tkhd"])
        var mediaHeader = MP4Fields(media["mdhd"])
        guard let version = header.number(1), header.skip(version == 1 ? 19 : 11),
            let id = header.number(4), let mediaVersion = mediaHeader.number(1),
            mediaHeader.skip(mediaVersion == 1 ? 19 : 11), let scale = mediaHeader.number(4),
            scale > 0
        else { return nil }
        self.id = id
        self.scale = Int128(scale)
        edit = Self.edit(in: MP4Box(type: "edts", content: track["edts"])["elst"])
    }

    /// The media time of the first edit that has media.
    private static func edit(in content: ArraySlice<UInt8>) -> Int128 {
        var fields = MP4Fields(content)
        guard let version = fields.number(1), fields.skip(3), let count = fields.number(4) else {
            return 0
        }
        let length = version == 1 ? 8 : 4
        for _ in 0..<min(count, 64) {
            guard fields.skip(length), let time = fields.number(length), fields.skip(4) else {
                return 0
            }
            // All bits stand for an edit without media.
            if time >> UInt64(length * 8 - 1) == 0 { return Int128(time) }
        }
        return 0
    }
}

extension MP4Box {
    /// Whether it is a track of audio.
    fileprivate var isSound: Bool {
        var fields = MP4Fields(MP4Box(type: "mdia", content: self["mdia"])["hdlr"])
        return type == "trak" && fields.skip(8) && fields.rest.starts(with: Array("soun".utf8))
    }
}
