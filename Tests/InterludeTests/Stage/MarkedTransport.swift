import HLSPackaging

/// A MPEG transport stream of `ffmpeg`, with SCTE-35 sections or ID3 tags added to it.
struct MarkedTransport {
    private static let packetLength = 188
    /// The streams of `ffmpeg`, and those of the sections and the tags.
    private static let mapID: UInt16 = 0x1000
    private static let soundID: UInt16 = 0x100
    private static let spliceID: UInt16 = 0x102
    private static let tagID: UInt16 = 0x103

    /// The time of the first audio in ticks of 90 kHz.
    static func firstTime(in segment: [UInt8]) -> UInt64? {
        packets(of: segment).lazy.compactMap { packet -> UInt64? in
            guard id(of: packet) == soundID, packet[1] & 0x40 != 0 else { return nil }
            let adaptation = packet[3] & 0x20 == 0 ? 0 : Int(packet[4]) + 1
            let time = packet[(4 + adaptation + 9)...].prefix(5).map { UInt64($0) }
            return (time[0] >> 1 & 7) << 30 | time[1] << 22 | (time[2] >> 1) << 15 | time[3] << 7
                | time[4] >> 1
        }.first
    }

    /// `segment` with a section of a break of `duration` ticks that begins at `time`.
    static func marking(_ segment: [UInt8], at time: UInt64, duration: Int) -> [UInt8] {
        let section = SpliceSection.insert(event: 1, at: time, duration: duration).bytes
        return adding(
            packet([0] + section, in: spliceID, counter: 0), of: spliceID, type: 0x86, to: segment)
    }

    /// `segment` with an ID3 tag that applies at `time` and comes before the audio.
    static func tagging(_ segment: [UInt8], at time: UInt64, with tag: [UInt8]) -> [UInt8] {
        let field = [
            0x21 | UInt8(time >> 29 & 0x0E), UInt8(time >> 22 & 0xFF), UInt8(time >> 14 & 0xFE) | 1,
            UInt8(time >> 7 & 0xFF), UInt8(time << 1 & 0xFE) | 1,
        ]
        let content = [0x80, 0x80, 5] + field + tag
        let unit = [0, 0, 1, 0xBD, 0, UInt8(content.count)] + content
        // An adaptation field takes what the unit leaves.
        let rest = packetLength - 4 - unit.count
        let packet =
            [0x47, 0x40 | UInt8(tagID >> 8), UInt8(tagID & 0xFF), 0x30, UInt8(rest - 1), 0]
            + [UInt8](repeating: 0xFF, count: rest - 2) + unit
        return adding(packet, of: tagID, type: 0x15, to: segment)
    }

    /// `segment` with `packet` of the stream `id` after its first map.
    private static func adding(
        _ packet: [UInt8], of id: UInt16, type: UInt8, to segment: [UInt8]
    ) -> [UInt8] {
        var isMarked = false
        return packets(of: segment).flatMap { original -> [UInt8] in
            guard Self.id(of: original) == mapID else { return original }
            let map = Self.packet(
                [0] + map(with: id, type: type), in: mapID, counter: original[3] & 0x0F)
            defer { isMarked = true }
            return isMarked ? map : map + packet
        }
    }

    private static func packets(of segment: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: segment.count, by: packetLength).map {
            Array(segment[$0..<$0 + packetLength])
        }
    }

    private static func id(of packet: [UInt8]) -> UInt16 {
        UInt16(packet[1] & 0x1F) << 8 | UInt16(packet[2])
    }

    private static func packet(_ payload: [UInt8], in id: UInt16, counter: UInt8) -> [UInt8] {
        let packet = [0x47, 0x40 | UInt8(id >> 8), UInt8(id & 0xFF), 0x10 | counter] + payload
        return packet + [UInt8](repeating: 0xFF, count: packetLength - packet.count)
    }

    /// The map of the programme, with the stream `id` beside its sound.
    private static func map(with id: UInt16, type: UInt8) -> [UInt8] {
        let streams = [(0x0F, soundID), (type, id)] as [(UInt8, UInt16)]
        var section: [UInt8] = [2]
        section.append(bigEndian: 0xB000 | UInt16(9 + 5 * streams.count + 4))
        section += [0, 1, 0xC1 | 2 << 1, 0, 0]
        section.append(bigEndian: 0xE000 | soundID)
        section.append(bigEndian: 0xF000 as UInt16)
        for (type, id) in streams {
            section.append(type)
            section.append(bigEndian: 0xE000 | id)
            section.append(bigEndian: 0xF000 as UInt16)
        }
        section.append(bigEndian: Checksum.of(section, from: .max))
        return section
    }
}

/// A segment of fragmented MP4 of `ffmpeg`, with an event message before it.
enum MarkedMP4 {
    /// `segment` with a section of a break of `duration` ticks of 90 kHz that begins at `time`.
    static func marking(
        _ segment: [UInt8], at time: UInt64, scale: UInt32, duration: Int
    ) -> [UInt8] {
        // What the section says of the time does not count.
        let section = SpliceSection.insert(event: 1, at: 0, duration: duration).bytes
        return adding(section, of: "urn:scte:scte35:2013:bin", at: time, scale: scale, to: segment)
    }

    /// `segment` with an ID3 tag that applies at `time`.
    static func tagging(
        _ segment: [UInt8], at time: UInt64, scale: UInt32, with tag: [UInt8]
    ) -> [UInt8] {
        adding(tag, of: "https://aomedia.org/emsg/ID3", at: time, scale: scale, to: segment)
    }

    private static func adding(
        _ data: [UInt8], of scheme: String, at time: UInt64, scale: UInt32, to segment: [UInt8]
    ) -> [UInt8] {
        var content: [UInt8] = [1, 0, 0, 0]
        content.append(bigEndian: scale)
        content.append(bigEndian: time)
        content.append(bigEndian: UInt32.max)
        content.append(bigEndian: UInt32(1))
        content += Array(scheme.utf8) + [0, 0] + data
        var box: [UInt8] = []
        box.append(bigEndian: UInt32(8 + content.count))
        return box + Array("emsg".utf8) + content + segment
    }
}
