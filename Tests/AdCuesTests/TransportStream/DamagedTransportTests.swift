import Testing

@testable import AdCues

@Suite("A damaged transport stream")
struct DamagedTransportTests {
    private static let splice = TransportStreamTests.splice
    private static let tag = TransportStreamTests.tag
    private static let longTag = ID3Writer.tag(
        ID3Writer.userText("a", String(repeating: "x", count: 500)))

    private func read(_ bytes: [UInt8], piecesOf length: Int = .max) -> [TransportMarker] {
        TransportStreamTests.read(bytes, piecesOf: length)
    }

    /// The packets of a tag in three of them, after the tables.
    private static func longPackets() -> (tables: [UInt8], packets: [[UInt8]]) {
        var writer = TransportWriter.withTables()
        let tables = writer.bytes
        writer.write(tag: longTag, at: 1)
        let rest = Array(writer.bytes.dropFirst(tables.count))
        let packets = stride(from: 0, to: rest.count, by: 188).map { Array(rest[$0..<$0 + 188]) }
        return (tables, packets)
    }

    @Test("is read on from the next packets after bytes that are none", arguments: [1, 150, .max])
    func resynchronised(length: Int) {
        var writer = TransportWriter.withTables()
        // Single sync bytes begin no packet.
        writer.write(raw: Array("a broken connection, G and G".utf8))
        let damage = writer.bytes.count
        writer.write(section: Self.splice, in: TransportWriter.spliceID)
        writer.writeSound()
        writer.write(tag: Self.tag, at: 1)
        let markers = read(writer.bytes, piecesOf: length)
        #expect(markers.map(\.offset) == [Int64(damage), Int64(damage + 2 * 188)])
    }

    @Test("has its last packet also right after damage")
    func lastPacket() {
        var writer = TransportWriter.withTables()
        writer.write(raw: [1, 2, 3])
        writer.write(section: Self.splice, in: TransportWriter.spliceID)
        #expect(read(writer.bytes).map(\.offset) == [2 * 188 + 3])
    }

    @Test("leaves out what a packet is missing of", arguments: 0..<3)
    func lost(index: Int) {
        let (tables, packets) = Self.longPackets()
        var left = packets
        left.remove(at: index)
        #expect(packets.count == 3)
        #expect(read(tables + packets.flatMap(\.self)).count == 1)
        #expect(read(tables + left.flatMap(\.self)).isEmpty)
    }

    @Test("does not join what comes before and after a missing packet")
    func joined() {
        let (tables, packets) = Self.longPackets()
        var later = packets
        // As if a packet of another tag had stood between the first and the second.
        for index in 1..<3 { later[index][3] += 1 }
        #expect(read(tables + later.flatMap(\.self)).isEmpty)
    }

    @Test("passes over a packet that is repeated, scrambled or marked as damaged")
    func passedOver() {
        let (tables, packets) = Self.longPackets()
        #expect(read(tables + packets[0] + packets[1] + packets[1] + packets[2]).count == 1)
        var scrambled = packets[1]
        scrambled[3] |= 0x80
        #expect(read(tables + packets[0] + scrambled + packets[2]).isEmpty)
        var damaged = packets[1]
        damaged[1] |= 0x80
        #expect(read(tables + packets[0] + damaged + packets[2]).isEmpty)
        #expect(read(tables + packets[0] + damaged + packets[1] + packets[2]).count == 1)
    }

    @Test("accepts any counter at a discontinuity, and gives up what was not complete")
    func discontinuity() {
        var writer = TransportWriter.withTables()
        let bytes = [0] + Self.splice
        writer.writePacket(
            bytes, in: TransportWriter.spliceID, beginsUnit: true, counter: 3)
        // The same counter as the packet before, which would be a repetition.
        writer.writePacket(
            bytes, in: TransportWriter.spliceID, beginsUnit: true, counter: 3,
            isDiscontinuous: true)
        #expect(read(writer.bytes).count == 2)
    }

    @Test("has no markers in streams of tables with a wrong checksum", arguments: [0, 1])
    func damagedTables(packet: Int) {
        var writer = TransportWriter.withTables()
        writer.write(section: Self.splice, in: TransportWriter.spliceID)
        #expect(read(writer.bytes).count == 1)
        var bytes = writer.bytes
        // The last byte of the section in that packet.
        let end = packet * 188 + 5 + 3 + Int(bytes[packet * 188 + 7])
        bytes[end - 1] ^= 1
        #expect(read(bytes).isEmpty)
    }

    @Test("leaves out sections that cannot be read, and reads on")
    func badSections() {
        var wrong = Self.splice
        wrong[10] ^= 1
        var writer = TransportWriter.withTables()
        writer.write(section: wrong, in: TransportWriter.spliceID)
        writer.write(section: [0xFC, 0x3F, 0xFF, 0, 0], in: TransportWriter.spliceID)
        writer.write(section: [0x42, 0x30, 0, 0xFC, 0x30, 0], in: TransportWriter.spliceID)
        writer.writePacket([200] + Self.splice, in: TransportWriter.spliceID, beginsUnit: true)
        writer.write(section: Self.splice, in: TransportWriter.spliceID)
        #expect(read(writer.bytes).map(\.offset) == [6 * 188])
    }

    @Test("gives up a packet of unknown length that does not end")
    func endless() {
        var writer = TransportWriter.withTables()
        writer.write(tag: Self.longTag, at: 1, isLengthStated: false)
        for _ in 0..<400 {
            writer.writePacket(
                Array(repeating: 0, count: 184), in: TransportWriter.id3ID, beginsUnit: false)
        }
        writer.write(tag: Self.tag, at: 2)
        #expect(
            read(writer.bytes).map(\.content) == [.id3(Self.tag, at: PresentationTime(ticks: 2))])
    }

    @Test("follows at most 64 programmes and 16 streams with markers")
    func bounded() {
        let programs = (1...200).map { (UInt16($0), UInt16(0x400 + $0)) }
        var tables = ProgramTables()
        tables.readAssociation(TransportWriter.association(programs))
        #expect(tables.mapIDs.count == 64)
        let streams = (0..<100).map { (UInt8(0x86), UInt16(0x1000 + $0)) }
        tables.readMap(TransportWriter.map(program: 1, streams), from: 0x401)
        #expect(tables.streams.count == 16)
    }

    @Test("cut at any byte, or with any damage, has no more markers than it had")
    func mutated() {
        var writer = TransportWriter.withTables()
        writer.write(section: Self.splice, in: TransportWriter.spliceID)
        writer.write(tag: Self.longTag, at: 1)
        writer.writeTables(version: 1)
        writer.write(section: Self.splice, in: TransportWriter.spliceID)
        let whole = writer.bytes
        for count in 0...whole.count {
            #expect(read(Array(whole.prefix(count))).count <= 3)
        }
        var mutation = Mutation(seed: 7)
        for round in 0..<10_000 {
            let bytes = mutation(whole)
            let markers = read(bytes)
            #expect(markers.count <= 4)
            if round.isMultiple(of: 8) { #expect(markers == read(bytes, piecesOf: 101)) }
            #expect(markers.allSatisfy { (0..<Int64(bytes.count)).contains($0.offset) })
        }
    }
}
