/// Writes an MPEG transport stream, packet by packet, as a multiplexer does.
struct TransportWriter {
    private(set) var bytes: [UInt8] = []
    private var counters: [UInt16: UInt8] = [:]

    static let mapID: UInt16 = 0x100
    static let soundID: UInt16 = 0x101
    static let spliceID: UInt16 = 0x102
    static let id3ID: UInt16 = 0x103

    /// A stream that begins with its tables.
    static func withTables() -> TransportWriter {
        var writer = TransportWriter()
        writer.writeTables()
        return writer
    }

    mutating func writeTables(version: UInt8 = 0) {
        write(
            section: Self.association([(1, Self.mapID)], version: version), in: 0)
        write(
            section: Self.map(
                program: 1,
                [(0x0F, Self.soundID), (0x86, Self.spliceID), (0x15, Self.id3ID)],
                version: version),
            in: Self.mapID)
    }

    /// Writes a section that begins in a packet of its own.
    mutating func write(section: [UInt8], in id: UInt16) {
        write(unit: [0] + section, in: id, stuffing: .payload)
    }

    /// Writes a PES packet with an ID3 tag.
    mutating func write(
        tag: [UInt8], at ticks: UInt64?, streamID: UInt8 = 0xBD, isLengthStated: Bool = true
    ) {
        let packet = Self.packet(tag, at: ticks, id: streamID, isLengthStated: isLengthStated)
        write(unit: packet, in: Self.id3ID, stuffing: .adaptation)
    }

    enum Stuffing {
        case payload
        case adaptation
    }

    /// Writes a unit over as many packets as it needs.
    mutating func write(unit: [UInt8], in id: UInt16, stuffing: Stuffing) {
        var rest = unit[...]
        var isFirst = true
        while !rest.isEmpty {
            var payload = Array(rest.prefix(184))
            rest = rest.dropFirst(184)
            if case .payload = stuffing {
                payload += Array(repeating: 0xFF, count: 184 - payload.count)
            }
            writePacket(payload, in: id, beginsUnit: isFirst)
            isFirst = false
        }
    }

    /// Writes one packet. What its payload leaves is an adaptation field.
    mutating func writePacket(
        _ payload: [UInt8], in id: UInt16, beginsUnit: Bool, counter: UInt8? = nil,
        isDiscontinuous: Bool = false, flags: UInt8 = 0
    ) {
        let next = counter ?? counters[id, default: 0]
        counters[id] = (next + 1) & 0x0F
        var packet = [
            0x47, flags | (beginsUnit ? 0x40 : 0) | UInt8(id >> 8), UInt8(id & 0xFF),
            0x10 | next,
        ]
        let rest = 184 - payload.count
        if rest > 0 {
            packet[3] |= 0x20
            packet.append(UInt8(rest - 1))
            if rest > 1 {
                packet.append(isDiscontinuous ? 0x80 : 0)
                packet += Array(repeating: 0xFF, count: rest - 2)
            }
        }
        bytes += packet + payload
    }

    /// Writes a packet with sound, which the reader passes over.
    mutating func writeSound() {
        writePacket(Array(repeating: 0x47, count: 184), in: Self.soundID, beginsUnit: false)
    }

    mutating func write(raw: [UInt8]) {
        bytes += raw
    }

    static func association(
        _ programs: [(UInt16, UInt16)], version: UInt8 = 0, isCurrent: Bool = true,
        number: UInt8 = 0, last: UInt8 = 0
    ) -> [UInt8] {
        let content = programs.flatMap { sixteen($0) + sixteen(0xE000 | $1) }
        return table(
            0, id: 7, content, version: version, isCurrent: isCurrent, number: number, last: last)
    }

    static func map(
        program: UInt16, _ streams: [(UInt8, UInt16)], version: UInt8 = 0, isCurrent: Bool = true
    ) -> [UInt8] {
        // A registration of CUEI, and a descriptor for each stream.
        let registration: [UInt8] = [5, 4] + Array("CUEI".utf8)
        let content =
            sixteen(0xE000 | soundID) + sixteen(0xF000 | UInt16(registration.count)) + registration
            + streams.flatMap { [$0] + sixteen(0xE000 | $1) + sixteen(0xF003) + [0x52, 1, 9] }
        return table(2, id: program, content, version: version, isCurrent: isCurrent)
    }

    private static func table(
        _ tableID: UInt8, id: UInt16, _ content: [UInt8], version: UInt8, isCurrent: Bool,
        number: UInt8 = 0, last: UInt8 = 0
    ) -> [UInt8] {
        let body =
            sixteen(id) + [0xC0 | version << 1 | (isCurrent ? 1 : 0), number, last] + content
        let section = [tableID] + sixteen(0xB000 | UInt16(body.count + 4)) + body
        let sum = SectionWriter.checksum(of: section)
        return section + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }

    static func packet(
        _ content: [UInt8], at ticks: UInt64?, id: UInt8, isLengthStated: Bool
    ) -> [UInt8] {
        let time = ticks.map { ticks in
            [
                0x21 | UInt8(ticks >> 29 & 0x0E), UInt8(ticks >> 22 & 0xFF),
                UInt8(ticks >> 14 & 0xFE) | 1, UInt8(ticks >> 7 & 0xFF),
                UInt8(ticks << 1 & 0xFE) | 1,
            ]
        }
        let header = [0x84, time == nil ? 0 : 0x80, UInt8(time?.count ?? 0)] + (time ?? [])
        let length = isLengthStated ? UInt16(header.count + content.count) : 0
        return [0, 0, 1, id] + sixteen(length) + header + content
    }

    private static func sixteen(_ number: UInt16) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 0xFF)]
    }
}
