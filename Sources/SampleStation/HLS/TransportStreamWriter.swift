import HLSPackaging
import MediaTime

/// Writes segments of MPEG transport streams (ISO/IEC 13818-1): one programme with a stream of AAC
/// and streams for the markers.
///
/// Each frame is a PES packet of its own, so the number of transport packets before a frame, and
/// with it each continuity counter, follows from the frame's number.
package struct TransportStreamWriter: Sendable {
    private let programme: SegmentedProgramme
    private let markers: StreamMarkers

    /// The packets before each frame of a round, then those of the whole round.
    private let packetsBefore: [Int]

    enum StreamID {
        static let map: UInt16 = 0x1000
        static let audio: UInt16 = 0x100
        static let id3: UInt16 = 0x101
        static let splices: UInt16 = 0x102
    }

    package init(_ programme: SegmentedProgramme, markers: StreamMarkers) {
        self.programme = programme
        self.markers = markers
        let frameCount = programme.timeline.frameCount
        packetsBefore = (0..<frameCount).reduce(into: [0]) { counts, frame in
            let bytes = PESPacket.headerByteCount + programme.programme.bytes(of: frame).count
            counts.append(counts.last! + TransportPackets.count(of: bytes, hasClock: true))
        }
    }

    /// The bytes of a segment: the tables, its markers, and its frames.
    package func segment(_ number: Int) -> [UInt8] {
        var packets = TransportPackets()
        packets.append(section: association, to: 0, counter: number)
        packets.append(section: map, to: StreamID.map, counter: number)
        for marker in markers.markers(of: number) { append(marker, to: &packets) }
        let frames = programme.frames(of: number)
        for frame in frames {
            let time = programme.mediaTime(of: frame).ticks
            let packet = PESPacket(
                .audio, at: time, of: programme.programme.bytes(of: frame))
            packets.append(
                packet.bytes, to: StreamID.audio, counter: packetCount(before: frame),
                clock: TransportClock(leadingTo: time, isEntry: frame == frames.lowerBound))
        }
        return packets.bytes
    }

    private func append(_ marker: StreamMarker, to packets: inout TransportPackets) {
        switch marker.content {
        case .id3(let tag):
            packets.append(
                PESPacket(.privateData, at: marker.time.ticks, of: tag).bytes, to: StreamID.id3,
                counter: marker.packetsBefore)
        case .splice(let section):
            packets.append(
                section: section, to: StreamID.splices, counter: marker.packetsBefore)
        }
    }

    private func packetCount(before frame: Int) -> Int {
        let frameCount = programme.timeline.frameCount
        let (round, index) = frame.quotientAndRemainder(dividingBy: frameCount)
        return round * packetsBefore[frameCount] + packetsBefore[index]
    }

    /// The programme association table.
    private var association: [UInt8] {
        var content: [UInt8] = []
        content.append(bigEndian: Self.programNumber)
        content.append(bigEndian: 0xe000 | StreamID.map)
        return Self.table(0, of: Self.transportStreamID, content)
    }

    /// The map of the programme.
    private var map: [UInt8] {
        var information: [UInt8] = []
        var streams = Self.stream(.adts, StreamID.audio, [])
        if markers.carriesID3 {
            information += Self.pointerToID3
            streams += Self.stream(.metadata, StreamID.id3, Self.descriptionOfID3)
        }
        if markers.carriesSplices {
            information += [0x05, 4] + "CUEI".utf8
            streams += Self.stream(.splices, StreamID.splices, [])
        }
        var content: [UInt8] = []
        content.append(bigEndian: 0xe000 | StreamID.audio)
        content.append(bigEndian: 0xf000 | UInt16(truncatingIfNeeded: information.count))
        return Self.table(2, of: Self.programNumber, content + information + streams)
    }

    private static let transportStreamID: UInt16 = 1
    private static let programNumber: UInt16 = 1

    /// The metadata pointer and metadata descriptors by which HLS names a stream of timed ID3.
    private static let pointerToID3: [UInt8] =
        [0x25, 15, 0xff, 0xff] + "ID3 ".utf8 + [0xff] + "ID3 ".utf8 + [0, 0x1f, 0, 1]
    private static let descriptionOfID3: [UInt8] =
        [0x26, 13, 0xff, 0xff] + "ID3 ".utf8 + [0xff] + "ID3 ".utf8 + [0, 0x0f]

    private enum StreamType: UInt8 {
        case adts = 0x0f
        case metadata = 0x15
        case splices = 0x86
    }

    private static func stream(
        _ type: StreamType, _ id: UInt16, _ description: [UInt8]
    ) -> [UInt8] {
        var entry = [type.rawValue]
        entry.append(bigEndian: 0xe000 | id)
        entry.append(bigEndian: 0xf000 | UInt16(truncatingIfNeeded: description.count))
        return entry + description
    }

    /// A table in one section, valid now.
    private static func table(_ tableID: UInt8, of id: UInt16, _ content: [UInt8]) -> [UInt8] {
        var section = [tableID]
        let (header, checksum) = (5, 4)
        section.append(
            bigEndian: 0xb000 | UInt16(truncatingIfNeeded: header + content.count + checksum))
        section.append(bigEndian: id)
        section += [0xc1, 0, 0] + content
        section.append(bigEndian: Checksum.of(section, from: .max))
        return section
    }
}

/// A packet of an elementary stream.
struct PESPacket {
    let bytes: [UInt8]

    enum Kind: UInt8 {
        case audio = 0xc0
        case privateData = 0xbd
    }

    static let headerByteCount = 14

    /// `time` is in ticks of 90 kHz.
    init(_ kind: Kind, at time: UInt64, of content: [UInt8]) {
        var packet: [UInt8] = [0, 0, 1, kind.rawValue]
        packet.append(
            bigEndian: UInt16(truncatingIfNeeded: Self.headerByteCount - 6 + content.count))
        let (isAligned, hasTime, timeLength): (UInt8, UInt8, UInt8) = (0x84, 0x80, 5)
        packet += [isAligned, hasTime, timeLength]
        packet += [
            0x21 | UInt8(truncatingIfNeeded: time >> 29 & 0x0e),
            UInt8(truncatingIfNeeded: time >> 22), 0x01 | UInt8(truncatingIfNeeded: time >> 14),
            UInt8(truncatingIfNeeded: time >> 7), 0x01 | UInt8(truncatingIfNeeded: time << 1),
        ]
        bytes = packet + content
    }
}
