import CFFmpeg
import MediaTime

/// Writes the pages of one logical Ogg stream (RFC 3533, section 6).
struct OggPageWriter {
    private static let serialNumber: UInt32 = 1
    private var sequence: UInt32 = 0

    enum Place: UInt8 {
        case inTheMiddle = 0
        case first = 2
        case last = 4
    }

    /// The bytes of the next page. `packets` must fit one page.
    ///
    /// `granule` is the granule position at the end of the last packet.
    mutating func page(of packets: [[UInt8]], granule: Int64, _ place: Place) -> [UInt8] {
        let lacing = packets.flatMap { packet in
            [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
        }
        precondition(lacing.count <= 255, "a page of Ogg has no more than 255 segments")
        var page = Array("OggS".utf8) + [0, place.rawValue]
        page.appendLittleEndian(granule)
        page.appendLittleEndian(Self.serialNumber)
        page.appendLittleEndian(sequence)
        let checksumPlace = page.count
        page.appendLittleEndian(UInt32(0))
        page.append(UInt8(lacing.count))
        page += lacing
        page += packets.joined()
        let checksum = av_crc(av_crc_get_table(AV_CRC_32_IEEE), 0, page, page.count)
        // libavutil's CRC for Ogg's polynomial is big-endian.
        withUnsafeBytes(of: checksum.bigEndian) { bytes in
            page.replaceSubrange(checksumPlace..<checksumPlace + 4, with: bytes)
        }
        sequence += 1
        return page
    }
}

extension [UInt8] {
    /// Appends a number, least significant byte first.
    mutating func appendLittleEndian(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
