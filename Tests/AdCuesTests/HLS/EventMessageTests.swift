import MediaTime
import Testing

@testable import AdCues

@Suite("An event message of MP4")
struct EventMessageTests {
    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(8 + content.count, 4) + Array(type.utf8) + content
    }

    static func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * (byteCount - 1 - $0))) }
    }

    /// A map with a track of pictures before the one of sound, whose media time `edit` is time 0.
    /// The boxes of version 1 have times of 64 bits.
    static func map(scale: Int, edit: Int?, version: UInt8 = 0) -> [UInt8] {
        let start: [UInt8] = [version, 0, 0, 0]
        let size = version == 1 ? 8 : 4
        func track(_ id: Int, _ kind: String, _ edit: Int?) -> [UInt8] {
            let list = edit.map { time in
                // An edit without media first.
                let edits = [-1, time].flatMap {
                    number(0, size) + number($0, size) + number(0x1_0000, 4)
                }
                return box("edts", box("elst", start + number(2, 4) + edits))
            }
            let header = box("mdhd", start + number(7, 2 * size) + number(scale, 4) + number(0, 8))
            let handler = box("hdlr", number(0, 8) + Array(kind.utf8) + number(0, 13))
            return box(
                "trak",
                box("tkhd", start + number(7, 2 * size) + number(id, 4) + number(0, 20))
                    + (list ?? [])
                    + box("mdia", header + handler))
        }
        return box("ftyp", []) + box("moov", track(1, "vide", nil) + track(2, "soun", edit))
    }

    /// A segment whose sound begins at the media time `time`, with `messages` before it.
    static func segment(at time: Int, _ messages: [UInt8], version: UInt8 = 1) -> [UInt8] {
        func fragment(_ id: Int, _ time: Int) -> [UInt8] {
            box(
                "traf",
                box("tfhd", number(0, 4) + number(id, 4))
                    + box("tfdt", [version, 0, 0, 0] + number(time, version == 1 ? 8 : 4)))
        }
        return box("styp", []) + messages
            + box("moof", fragment(1, 7) + fragment(2, time)) + box("mdat", [1, 2, 3])
    }

    static func message(
        version: UInt8 = 1, scheme: String = EventMessage.splices, at time: Int, scale: Int,
        _ data: [UInt8] = SegmentReaderTests.section
    ) -> [UInt8] {
        let names = Array(scheme.utf8) + [0, 0]
        let end = number(0xFFFF_FFFF, 4) + number(1, 4)
        let content =
            version == 0
            ? names + number(scale, 4) + number(time, 4) + end
            : number(scale, 4) + number(time, 8) + end + names
        return box("emsg", [version, 0, 0, 0] + content + data)
    }

    @Test(
        "takes effect at its time, counted from the first sound of its segment",
        arguments: [
            // Version 1, the time, its clock, the segment's time, its clock, the edit, the frame.
            (1, 144_001, 48_000, 96_000, 48_000, nil, 48_001),
            (1, 144_001, 48_000, 97_024, 48_000, 1024, 48_001),
            (1, 500, 48_000, 0, 48_000, 1024, 500),
            (1, 3, 2, 44_100, 44_100, nil, 24_000),
            (1, 1, 90_000, 0, 48_000, nil, 1), (1, 0, 90_000, 48_000, 48_000, nil, -48_000),
            // Version 0 counts from the segment itself.
            (0, 250, 1000, 96_000, 48_000, 1024, 12_000),
        ] as [(UInt8, Int, Int, Int, Int, Int?, Int)])
    func place(
        version: UInt8, time: Int, scale: Int, start: Int, startScale: Int, edit: Int?, frame: Int
    ) throws {
        let message = Self.message(version: version, at: time, scale: scale)
        var reader = SegmentReader()
        let metadata = reader.read(
            Self.segment(at: start, message), map: Self.map(scale: startScale, edit: edit))
        let found = try #require(metadata.cues.first)
        #expect(metadata.cues.count == 1)
        #expect(found.cue.source == .scte35)
        #expect(found.cue.position.frames == Int64(frame))
        #expect(metadata.tagByteCount == 0)
    }

    @Test(
        "is placed alike by times of 32 and of 64 bits", arguments: [0, 1] as [UInt8],
        [0, 1] as [UInt8])
    func sizes(map: UInt8, segment: UInt8) throws {
        var reader = SegmentReader()
        let message = Self.message(at: 144_001, scale: 48_000)
        let cues = reader.read(
            Self.segment(at: 97_024, message, version: segment),
            map: Self.map(scale: 48_000, edit: 1024, version: map)
        ).cues
        #expect(cues.map(\.cue.position) == [FrameTime(48_001)])
    }

    @Test("without a time of its segment takes effect with it")
    func noMap() throws {
        var reader = SegmentReader()
        let message = Self.message(at: 144_000, scale: 48_000)
        let far = Self.message(at: 1 << 60, scale: 1)
        let cues = reader.read(Self.segment(at: 96_000, message)).cues
        #expect(cues.map(\.cue.position) == [.zero])
        let later = reader.read(
            Self.segment(at: 96_000, far), map: Self.map(scale: 48_000, edit: nil)
        ).cues
        #expect(later.map(\.cue.position) == [.zero])
    }

    @Test("has a timed ID3 tag", arguments: EventMessage.tags)
    func tag(scheme: String) throws {
        let tag = ID3Writer.tag(ID3Writer.userText("adw_ad", "true"))
        var reader = SegmentReader()
        let cues = reader.read(
            Self.segment(at: 0, Self.message(scheme: scheme, at: 1, scale: 1, tag)),
            map: Self.map(scale: 48_000, edit: nil)
        ).cues
        #expect(cues.map(\.cue.source) == [.id3])
        #expect(cues.map(\.cue.position) == [FrameTime(48_000)])
    }

    @Test("is left out if it is of another scheme, or damaged")
    func others() {
        let map = Self.map(scale: 48_000, edit: nil)
        let whole = Self.message(at: 1, scale: 1)
        var damaged = whole
        damaged[damaged.count - 1] ^= 1
        let left = [
            Self.message(scheme: "urn:other", at: 1, scale: 1), Self.message(at: 1, scale: 0),
            Self.message(version: 2, at: 1, scale: 1), damaged, Self.box("emsg", []),
            Self.box("emsg", Array(whole[8..<20])),
        ]
        for message in left {
            var reader = SegmentReader()
            #expect(reader.read(Self.segment(at: 0, message), map: map).cues.isEmpty)
        }
    }

    @Test("of bytes that are damaged anywhere takes no harm")
    func mutated() {
        let segment = Self.segment(
            at: 96_000,
            Self.message(at: 3, scale: 1) + Self.message(version: 0, at: 3, scale: 1))
        let map = Self.map(scale: 48_000, edit: 1024)
        var mutation = Mutation(seed: 14)
        for _ in 0..<2000 {
            var reader = SegmentReader()
            for found in reader.read(mutation(segment), map: mutation(map)).cues {
                #expect(abs(found.cue.position.frames) <= 3600 * 48_000)
            }
        }
    }
}
