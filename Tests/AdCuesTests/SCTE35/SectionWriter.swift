/// Writes a splice_info_section bit by bit, as an encoder does.
struct SectionWriter {
    private var bits: [Bool] = []

    mutating func write(_ value: UInt64, _ bitCount: Int) {
        for position in (0..<bitCount).reversed() {
            bits.append(value >> UInt64(position) & 1 == 1)
        }
    }

    var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    /// A section with a command and its descriptors, and the right checksum.
    static func section(
        type: UInt8, _ command: [UInt8], descriptors: [UInt8] = [], adjustment: UInt64 = 0,
        version: UInt8 = 0, isEncrypted: Bool = false, statedLength: Int? = nil
    ) -> [UInt8] {
        var writer = SectionWriter()
        writer.write(UInt64(version), 8)
        writer.write(isEncrypted ? 1 : 0, 1)
        writer.write(0, 6)
        writer.write(adjustment, 33)
        writer.write(0xFF, 8)
        writer.write(0xFFF, 12)
        writer.write(UInt64(statedLength ?? command.count), 12)
        writer.write(UInt64(type), 8)
        let count = UInt16(descriptors.count)
        let body =
            writer.bytes + command + [UInt8(count >> 8), UInt8(count & 0xFF)] + descriptors
        let length = body.count + 4
        let section = [0xFC, 0x30 | UInt8(length >> 8), UInt8(length & 0xFF)] + body
        let sum = checksum(of: section)
        return section + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }

    /// A splice_time, of 0 or 33 bits.
    static func time(_ ticks: UInt64?) -> [UInt8] {
        var writer = SectionWriter()
        writer.write(ticks == nil ? 0 : 1, 1)
        guard let ticks else {
            writer.write(0x7F, 7)
            return writer.bytes
        }
        writer.write(0x3F, 6)
        writer.write(ticks, 33)
        return writer.bytes
    }

    /// A splice_insert that leaves or returns to the network.
    static func insert(
        id: UInt32, leaves: Bool = true, time: UInt64?, duration: UInt64? = nil,
        returns: Bool = true, components: [UInt64]? = nil
    ) -> [UInt8] {
        var writer = SectionWriter()
        writer.write(UInt64(id), 32)
        writer.write(0x7F, 8)
        let isImmediate = time == nil && components == nil
        writer.write(leaves ? 1 : 0, 1)
        writer.write(components == nil ? 1 : 0, 1)
        writer.write(duration == nil ? 0 : 1, 1)
        writer.write(isImmediate ? 1 : 0, 1)
        writer.write(0xF, 4)
        var bytes = writer.bytes
        if let components {
            bytes.append(UInt8(components.count))
            for (tag, ticks) in components.enumerated() { bytes += [UInt8(tag)] + Self.time(ticks) }
        } else if let time {
            bytes += Self.time(time)
        }
        if let duration {
            var length = SectionWriter()
            length.write(returns ? 1 : 0, 1)
            length.write(0x3F, 6)
            length.write(duration, 33)
            bytes += length.bytes
        }
        return bytes + [0x12, 0x34, 1, 2]
    }

    /// A segmentation_descriptor.
    static func segmentation(
        id: UInt32, type: UInt8, duration: UInt64? = nil, upid: [UInt8] = [], upidType: UInt8 = 0,
        number: UInt8 = 0, expected: UInt8 = 0, componentCount: UInt8? = nil,
        identifier: String = "CUEI", tail: [UInt8] = []
    ) -> [UInt8] {
        var writer = SectionWriter()
        writer.write(UInt64(id), 32)
        writer.write(0x7F, 8)
        writer.write(componentCount == nil ? 1 : 0, 1)
        writer.write(duration == nil ? 0 : 1, 1)
        writer.write(0x3F, 6)
        if let componentCount {
            writer.write(UInt64(componentCount), 8)
            for _ in 0..<componentCount { writer.write(0xAAAA_AAAA_AAAA, 48) }
        }
        if let duration { writer.write(duration, 40) }
        let fields =
            writer.bytes + [upidType, UInt8(upid.count)] + upid + [type, number, expected] + tail
        let body = Array(identifier.utf8) + fields
        return [2, UInt8(body.count)] + body
    }

    /// CRC-32/MPEG-2 by a table of its own.
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        let table = (0..<256).map { index -> UInt32 in
            (0..<8).reduce(UInt32(index) << 24) { sum, _ in
                sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
            }
        }
        return bytes.reduce(UInt32.max) { $0 << 8 ^ table[Int($0 >> 24) ^ Int($1)] }
    }
}
