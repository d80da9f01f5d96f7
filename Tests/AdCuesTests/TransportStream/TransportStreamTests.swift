import Testing

@testable import AdCues

@Suite("A transport stream")
struct TransportStreamTests {
    static let splice = SectionWriter.section(
        type: 5, SectionWriter.insert(id: 7, time: 900_000, duration: 2_700_000))
    static let tag = ID3Writer.tag(ID3Writer.userText("adw_ad", "true"))

    /// Reads `bytes` in pieces of `length`, to their end.
    static func read(_ bytes: [UInt8], piecesOf length: Int = .max) -> [TransportMarker] {
        var reader = TransportStreamReader()
        var markers: [TransportMarker] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            markers += reader.read(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return markers + reader.endSegment()
    }

    @Test(
        "A10: has its sections and its tags at their bytes, in pieces of any length",
        arguments: [1, 187, 188, 1000, .max])
    func markers(length: Int) throws {
        var writer = TransportWriter.withTables()
        writer.writeSound()
        writer.write(section: Self.splice, in: TransportWriter.spliceID)
        writer.writeSound()
        writer.write(tag: Self.tag, at: 0x1_FFFF_FFFE)
        writer.write(tag: Self.tag, at: nil)
        #expect(
            Self.read(writer.bytes, piecesOf: length) == [
                TransportMarker(
                    .splice(try SpliceInfoSection(parsing: Self.splice)),
                    streamID: TransportWriter.spliceID, offset: 3 * 188),
                TransportMarker(
                    .id3(Self.tag, at: PresentationTime(ticks: 0x1_FFFF_FFFE)),
                    streamID: TransportWriter.id3ID, offset: 5 * 188),
                TransportMarker(
                    .id3(Self.tag, at: nil), streamID: TransportWriter.id3ID, offset: 6 * 188),
            ])
    }

    @Test("has the times of its packets to the tick", arguments: [0, 1, 0x1_2345_6789] as [UInt64])
    func times(ticks: UInt64) {
        var writer = TransportWriter.withTables()
        writer.write(tag: Self.tag, at: ticks)
        #expect(
            Self.read(writer.bytes).map(\.content)
                == [.id3(Self.tag, at: PresentationTime(ticks: ticks))])
    }

    @Test("joins what reaches over packets")
    func longUnits() throws {
        let long = ID3Writer.tag(ID3Writer.userText("a", String(repeating: "x", count: 5000)))
        let descriptors = Array(
            repeating: SectionWriter.segmentation(id: 1, type: 0x34), count: 30
        ).flatMap(\.self)
        let section = SectionWriter.section(
            type: 6, SectionWriter.time(9), descriptors: descriptors)
        var writer = TransportWriter.withTables()
        writer.write(tag: long, at: 9)
        writer.write(section: section, in: TransportWriter.spliceID)
        let markers = Self.read(writer.bytes)
        #expect(
            markers.map(\.content) == [
                .id3(long, at: PresentationTime(ticks: 9)),
                .splice(try SpliceInfoSection(parsing: section)),
            ])
        let offset: Int64 = 376
        #expect(markers.first?.offset == offset)
    }

    @Test("has several sections in a packet, one of which ends where the pointer says")
    func sharedPacket() {
        let first = SectionWriter.section(type: 6, SectionWriter.time(1))
        let second = SectionWriter.section(type: 6, SectionWriter.time(2))
        let third = SectionWriter.section(type: 6, SectionWriter.time(3))
        var writer = TransportWriter.withTables()
        writer.writePacket(
            [0] + first + second.prefix(10), in: TransportWriter.spliceID, beginsUnit: true)
        writer.writePacket(
            [UInt8(second.count - 10)] + second.dropFirst(10) + third
                + Array(repeating: 0xFF, count: 20),
            in: TransportWriter.spliceID, beginsUnit: true)
        let markers = Self.read(writer.bytes)
        let times = markers.map { marker -> UInt64? in
            guard case .splice(let section) = marker.content else { return nil }
            return section.time?.ticks
        }
        #expect(times == [1, 2, 3])
        let offsets: [Int64] = [376, 376, 564]
        #expect(markers.map(\.offset) == offsets)
    }

    @Test("ends a packet of unknown length at the next one, or with the segment")
    func unknownLength() {
        var writer = TransportWriter.withTables()
        writer.write(tag: Self.tag, at: 1, isLengthStated: false)
        writer.write(tag: Self.tag, at: 2, isLengthStated: false)
        var reader = TransportStreamReader()
        #expect(
            reader.read(writer.bytes).map(\.content)
                == [.id3(Self.tag, at: PresentationTime(ticks: 1))])
        #expect(
            reader.endSegment().map(\.content)
                == [.id3(Self.tag, at: PresentationTime(ticks: 2))])
        #expect(reader.endSegment().isEmpty)
    }

    @Test("may wrap its metadata in access units")
    func accessUnits() {
        var writer = TransportWriter.withTables()
        writer.write(tag: [0, 0, 0xDF, 0, UInt8(Self.tag.count)] + Self.tag, at: 1, streamID: 0xFC)
        writer.write(tag: Array("KLV metadata of another kind".utf8), at: 2, streamID: 0xFC)
        #expect(
            Self.read(writer.bytes).map(\.content)
                == [.id3(Self.tag, at: PresentationTime(ticks: 1))])
    }

    @Test("has the tables of several programmes, in several sections")
    func severalPrograms() {
        var writer = TransportWriter()
        writer.write(
            section: TransportWriter.association([(0, 0x10), (1, 0x100)], number: 0, last: 1),
            in: 0)
        writer.write(
            section: TransportWriter.association([(2, 0x200)], number: 1, last: 1), in: 0)
        writer.write(
            section: TransportWriter.map(program: 1, [(0x86, TransportWriter.spliceID)]), in: 0x100)
        writer.write(
            section: TransportWriter.map(program: 2, [(0x15, TransportWriter.id3ID)]), in: 0x200)
        writer.write(section: Self.splice, in: TransportWriter.spliceID)
        writer.write(tag: Self.tag, at: 1)
        #expect(
            Self.read(writer.bytes).map(\.streamID)
                == [TransportWriter.spliceID, TransportWriter.id3ID])
    }

    @Test("has room for all its programmes, however often their table is repeated")
    func repeatedTable() {
        var writer = TransportWriter()
        for _ in 0..<70 {
            writer.write(
                section: TransportWriter.association([(1, 0x100)], number: 0, last: 1), in: 0)
        }
        writer.write(
            section: TransportWriter.association([(2, 0x200)], number: 1, last: 1), in: 0)
        writer.write(
            section: TransportWriter.map(program: 2, [(0x86, TransportWriter.spliceID)]), in: 0x200)
        writer.write(section: Self.splice, in: TransportWriter.spliceID)
        #expect(Self.read(writer.bytes).count == 1)
    }

    @Test("follows its tables when they change, and not before they are valid")
    func changedTables() {
        var writer = TransportWriter.withTables()
        let moved = TransportWriter.map(program: 1, [(0x86, 0x300)], version: 1)
        writer.write(
            section: TransportWriter.map(
                program: 1, [(0x86, 0x300)], version: 1, isCurrent: false),
            in: TransportWriter.mapID)
        writer.write(section: Self.splice, in: 0x300)
        writer.write(section: Self.splice, in: TransportWriter.spliceID)
        writer.write(section: moved, in: TransportWriter.mapID)
        writer.write(section: Self.splice, in: 0x300)
        writer.write(section: Self.splice, in: TransportWriter.spliceID)
        // Another association moves the map itself.
        writer.write(section: TransportWriter.association([(1, 0x400)], version: 1), in: 0)
        writer.write(section: Self.splice, in: 0x300)
        #expect(Self.read(writer.bytes).map(\.streamID) == [TransportWriter.spliceID, 0x300])
    }

    @Test("keeps its tables over the segments of a playlist")
    func segments() {
        var reader = TransportStreamReader()
        let tables = TransportWriter.withTables().bytes
        #expect(reader.read(tables).isEmpty)
        #expect(reader.endSegment().isEmpty)
        var next = TransportWriter()
        next.write(section: Self.splice, in: TransportWriter.spliceID)
        #expect(reader.read(next.bytes).map(\.offset) == [Int64(tables.count)])
    }

    @Test(
        "has the shorter way between two times",
        arguments: [
            (90, 0, 90), (0, 90, -90), (5, 0x1_FFFF_FFFF, 6), (0x1_FFFF_FFFF, 5, -6), (7, 7, 0),
            (1 << 32, 0, -(1 << 32)),
        ] as [(UInt64, UInt64, Int64)])
    func distance(time: UInt64, other: UInt64, ticks: Int64) {
        let other = PresentationTime(ticks: other)
        #expect(PresentationTime(ticks: time).ticks(since: other) == ticks)
    }
}
