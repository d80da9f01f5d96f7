import Testing

@testable import AdCues

@Suite("A SCTE-35 section")
struct SpliceInfoSectionTests {
    @Test("A9: of a break has its id, its time, its length and its way back")
    func insert() throws {
        let command = SectionWriter.insert(
            id: 0x4800_008F, time: 1_936_310_318, duration: 5_426_421, returns: false)
        let section = try SpliceInfoSection(parsing: SectionWriter.section(type: 5, command))
        guard case .insert(let insert) = section.command else {
            Issue.record("it is \(section.command)")
            return
        }
        #expect(insert.eventID == 0x4800_008F)
        #expect(!insert.isCancelled && insert.leavesNetwork && !insert.isImmediate)
        #expect(insert.time?.ticks == 1_936_310_318)
        #expect(insert.duration?.length.ticks == 5_426_421)
        #expect(insert.duration?.returnsAutomatically == false)
        #expect(insert.uniqueProgramID == 0x1234)
        #expect((insert.availNumber, insert.availsExpected) == (1, 2))
        #expect(section.segmentations.isEmpty)
    }

    @Test("that returns to the programme does not leave it")
    func comesBack() throws {
        let command = SectionWriter.insert(id: 7, leaves: false, time: nil)
        let section = try SpliceInfoSection(parsing: SectionWriter.section(type: 5, command))
        guard case .insert(let insert) = section.command else {
            Issue.record("it is \(section.command)")
            return
        }
        #expect(!insert.leavesNetwork && insert.isImmediate)
        #expect(insert.time == nil && insert.duration == nil)
    }

    @Test("that cancels an event names its id only")
    func cancelled() throws {
        let bytes = SectionWriter.section(type: 5, [0, 0, 0, 9, 0xFF])
        var insert = SpliceInsert(eventID: 9)
        insert.isCancelled = true
        #expect(try SpliceInfoSection(parsing: bytes).command == .insert(insert))
    }

    @Test("of components has the time of the first one")
    func components() throws {
        let command = SectionWriter.insert(
            id: 1, time: nil, duration: 90_000, components: [900, 1800])
        let section = try SpliceInfoSection(parsing: SectionWriter.section(type: 5, command))
        guard case .insert(let insert) = section.command else {
            Issue.record("it is \(section.command)")
            return
        }
        #expect(insert.time?.ticks == 900)
        #expect(insert.duration?.length.seconds == 1)
        #expect(insert.uniqueProgramID == 0x1234)
    }

    @Test(
        "adds its adjustment to its time, modulo 2^33",
        arguments: [
            (900, 90_000, 90_900),
            (0x1_FFFF_FFFF, 1, 0),
            (0x1_FFFF_FFFF, 0x1_FFFF_FFFF, 0x1_FFFF_FFFE),
        ] as [(UInt64, UInt64, UInt64)])
    func adjusted(time: UInt64, adjustment: UInt64, expected: UInt64) throws {
        let section = try SpliceInfoSection(
            parsing: SectionWriter.section(
                type: 6, SectionWriter.time(time), adjustment: adjustment))
        #expect(section.time?.ticks == expected)
        #expect(section.command.time?.ticks == time)
    }

    @Test("of a time signal may name no time")
    func withoutTime() throws {
        let bytes = SectionWriter.section(
            type: 6, SectionWriter.time(nil), adjustment: 90_000)
        let section = try SpliceInfoSection(parsing: bytes)
        #expect(section.command == .timeSignal(nil))
        #expect(section.time == nil)
    }

    @Test("A9: has its segmentation descriptors in order, and passes over others")
    func segmentations() throws {
        let descriptors =
            SectionWriter.segmentation(
                id: 0x4800_00BF, type: 0x34, duration: 16_317_027, upid: [1, 2, 0xAB],
                upidType: 9, number: 1, expected: 2)
            + [0, 4] + Array("CUEI".utf8)
            + SectionWriter.segmentation(id: 5, type: 0x30, identifier: "TEST")
            + SectionWriter.segmentation(id: 6, type: 0x35, componentCount: 2, tail: [0, 0])
        let section = try SpliceInfoSection(
            parsing: SectionWriter.section(
                type: 6, SectionWriter.time(0), descriptors: descriptors))
        var start = SegmentationDescriptor(eventID: 0x4800_00BF)
        start.typeID = 0x34
        start.duration = PresentationTime(ticks: 16_317_027)
        start.upidType = 9
        start.upid = [1, 2, 0xAB]
        start.segmentNumber = 1
        start.segmentsExpected = 2
        var end = SegmentationDescriptor(eventID: 6)
        end.typeID = 0x35
        #expect(section.segmentations == [start, end])
    }

    @Test("has no type of identifier without an identifier")
    func noIdentifier() throws {
        let section = try SpliceInfoSection(
            parsing: SectionWriter.section(
                type: 6, SectionWriter.time(0),
                descriptors: SectionWriter.segmentation(id: 1, type: 0x35, upidType: 9)))
        #expect(section.segmentations.first?.upidType == 0)
    }

    @Test(
        "has the name of its command in the standard",
        arguments: [
            (0x00, [], "splice_null"),
            (0x04, [], "splice_schedule"),
            (0x07, [], "bandwidth_reservation"),
            (0xFF, Array("TEST".utf8), "private_command"),
            (0x42, [], "reserved_66"),
        ] as [(UInt8, [UInt8], String)])
    func named(type: UInt8, command: [UInt8], name: String) throws {
        let section = try SpliceInfoSection(parsing: SectionWriter.section(type: type, command))
        #expect(section.command.name == name)
        #expect(section.time == nil)
    }

    @Test("of an encoder that does not compute the command's length is read all the same")
    func unknownLength() throws {
        let bytes = SectionWriter.section(
            type: 6, SectionWriter.time(900),
            descriptors: SectionWriter.segmentation(id: 3, type: 0x22), statedLength: 0xFFF)
        let section = try SpliceInfoSection(parsing: bytes)
        #expect(section.time?.ticks == 900)
        #expect(section.segmentations.map(\.typeID) == [0x22])
    }

    @Test("may be followed by the stuffing of a packet")
    func stuffed() throws {
        let bytes = SectionWriter.section(type: 0, []) + Array(repeating: 0xFF, count: 100)
        #expect(try SpliceInfoSection(parsing: bytes).command == .null)
    }

    @Test("A9: with one wrong bit is refused", arguments: 0..<(24 * 8))
    func damaged(bit: Int) {
        var bytes = SectionWriter.section(type: 6, SectionWriter.time(900))
        // The first three bytes have the table and the length; other tests have those.
        guard bit / 8 >= 3, bit / 8 < bytes.count else { return }
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(throws: SpliceError.wrongChecksum) { try SpliceInfoSection(parsing: bytes) }
    }

    @Test("that cannot be read says why")
    func refused() {
        let whole = SectionWriter.section(type: 6, SectionWriter.time(900))
        func refusal(_ bytes: [UInt8]) -> SpliceError? {
            do throws(SpliceError) {
                _ = try SpliceInfoSection(parsing: bytes)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal([]) == .empty)
        #expect(refusal([0x47, 0, 0]) == .otherTable(0x47))
        #expect(refusal([0xFC]) == .incomplete(expected: 7, found: 1))
        #expect(
            refusal(Array(whole.dropLast()))
                == .incomplete(expected: whole.count, found: whole.count - 1))
        #expect(
            refusal(SectionWriter.section(type: 0, [], version: 1)) == .unknownVersion(1))
        #expect(
            refusal(SectionWriter.section(type: 0, [], isEncrypted: true))
                == .encrypted(algorithm: 0))
        #expect(refusal(SectionWriter.section(type: 5, [0, 0, 0])) == .truncated)
        #expect(refusal(SectionWriter.section(type: 0, [], statedLength: 200)) == .truncated)
        #expect(
            refusal(SectionWriter.section(type: 0, [], descriptors: [2, 200, 1])) == .truncated)
    }

    @Test("has the checksum of MPEG-2")
    func checksum() {
        #expect(CRC32.checksum(of: "123456789".utf8) == 0x0376_E6E7)
    }

    @Test(
        "is written in hexadecimal digits or in base64",
        arguments: [
            ("FC30", [0xFC, 0x30]), ("0xfc30", [0xFC, 0x30]), (" FC 30\n", [0xFC, 0x30]),
            ("/DA=", [0xFC, 0x30]), ("", nil), ("FC3", nil), ("0x", nil), ("/D", nil),
            ("/DAvAA", [0xFC, 0x30, 0x2F, 0]), ("AAAvAA", nil), ("no section", nil),
        ] as [(String, [UInt8]?)])
    func text(written: String, bytes: [UInt8]?) {
        #expect(SpliceInfoSection.bytes(in: written) == bytes)
    }

    @Test("says its errors in words for people")
    func words() {
        #expect(
            "\(SpliceError.otherTable(0x4))"
                == "not a splice_info_section: it begins with 0x04 instead of 0xFC")
        #expect(
            "\(SpliceError.incomplete(expected: 9, found: 3))"
                == "the section has 9 bytes, and only 3 are there")
    }
}
