import MediaTime
import Testing

@testable import AdCues

@Suite("Segments of HLS")
struct SegmentReaderTests {
    /// The section of `TransportStreamTests`, whose time is known.
    static let section = TransportStreamTests.splice

    /// A PES packet of audio at `ticks`.
    static func audio(at ticks: UInt64) -> [UInt8] {
        TransportWriter.packet([1, 2, 3, 4], at: ticks, id: 0xC0, isLengthStated: true)
    }

    static func segment(audioAt ticks: UInt64?, tag: [UInt8]? = nil, tagAt: UInt64? = nil)
        -> [UInt8]
    {
        var writer = TransportWriter.withTables()
        if let ticks {
            writer.write(unit: audio(at: ticks), in: TransportWriter.soundID, stuffing: .adaptation)
        }
        if let tag {
            writer.write(tag: tag, at: tagAt)
        } else {
            writer.write(section: section, in: TransportWriter.spliceID)
        }
        return writer.bytes
    }

    @Test("a SCTE-35 section takes effect at its time, counted from the segment's first frame")
    func splice() throws {
        let time = try #require(try SpliceInfoSection(parsing: Self.section).time)
        let start = PresentationTime(ticks: time.ticks + (1 << 33) - 45_000)
        var reader = SegmentReader()
        let metadata = reader.read(Self.segment(audioAt: start.ticks))
        let found = try #require(metadata.cues.first)
        #expect(found.cue.source == .scte35)
        #expect(found.byte == 0)
        #expect(found.cue.position.duration == .milliseconds(500))
        #expect(metadata.tagByteCount == 0)
    }

    @Test("a section in a segment without the time of its audio takes effect at its own place")
    func withoutTime() throws {
        var reader = SegmentReader()
        let found = try #require(reader.read(Self.segment(audioAt: nil)).cues.first)
        #expect(found.byte == 2 * 188)
        #expect(found.cue.position == .zero)
        // The places count from the beginning of each segment.
        let again = try #require(reader.read(Self.segment(audioAt: nil)).cues.first)
        #expect(again.byte == 2 * 188)
    }

    @Test("A11: a timed tag in a transport stream is a marker at its time, once")
    func timedTag() throws {
        let tag = ID3Writer.tag(ID3Writer.userText("adw_ad", "true"))
        var reader = SegmentReader()
        let bytes = Self.segment(audioAt: 90_000, tag: tag, tagAt: 180_000)
        let found = try #require(reader.read(bytes).cues.first)
        #expect(found.cue.source == .id3)
        #expect(found.cue.position.duration == .seconds(1))
        #expect(reader.read(bytes).cues.isEmpty)
    }

    @Test("the tags before packed audio are left out of the media, and have the title")
    func packed() {
        let tag = ID3Writer.tag(ID3Writer.text("TPE1", "A") + ID3Writer.text("TIT2", "B"))
        var reader = SegmentReader()
        let metadata = reader.read(tag + tag + [0xFF, 0xF1])
        #expect(metadata.tagByteCount == 2 * tag.count)
        #expect(metadata.titles == [.init(text: "A - B", byte: 0)])
        #expect(reader.read(tag).titles.isEmpty)
        #expect(reader.read([0xFF, 0xF1]).tagByteCount == 0)
    }
}
