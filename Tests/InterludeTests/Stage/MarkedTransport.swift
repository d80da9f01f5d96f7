@testable import SampleStation

/// A MPEG transport stream of `ffmpeg`, with SCTE-35 sections added to it.
struct MarkedTransport {
    private static let packetLength = 188
    /// The streams of `ffmpeg`, and the one of the sections.
    private static let mapID: UInt16 = 0x1000
    private static let soundID: UInt16 = 0x100
    private static let spliceID: UInt16 = 0x102

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
        var isMarked = false
        return packets(of: segment).flatMap { packet -> [UInt8] in
            guard id(of: packet) == mapID else { return packet }
            let map = Self.packet([0] + map, in: mapID, counter: packet[3] & 0x0F)
            defer { isMarked = true }
            return isMarked ? map : map + Self.packet([0] + section, in: spliceID, counter: 0)
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

    /// The map of the programme, with the stream of the sections.
    private static let map: [UInt8] = {
        let streams = [(0x0F, soundID), (0x86, spliceID)] as [(UInt8, UInt16)]
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
    }()
}

/// A segment of fragmented MP4 of `ffmpeg`, with an event message before it.
enum MarkedMP4 {
    /// `segment` with a section of a break of `duration` ticks of 90 kHz that begins at `time`.
    static func marking(
        _ segment: [UInt8], at time: UInt64, scale: UInt32, duration: Int
    ) -> [UInt8] {
        // What the section says of the time does not count.
        let section = SpliceSection.insert(event: 1, at: 0, duration: duration).bytes
        var content: [UInt8] = [1, 0, 0, 0]
        content.append(bigEndian: scale)
        content.append(bigEndian: time)
        content.append(bigEndian: UInt32.max)
        content.append(bigEndian: UInt32(1))
        content += Array("urn:scte:scte35:2013:bin".utf8) + [0, 0] + section
        var box: [UInt8] = []
        box.append(bigEndian: UInt32(8 + content.count))
        return box + Array("emsg".utf8) + content + segment
    }
}
