import HLSPackaging
import MediaTime

/// A page of an Ogg file (RFC 3533, 6), with its position and packets.
package struct OggPage: Hashable, Sendable {
    package let bytes: Range<Int>
    package let serial: UInt32
    package let sequence: UInt32
    package let granule: Int64

    /// The byte ranges of the packets, or parts of packets.
    package let packets: [Range<Int>]

    package let startsStream: Bool

    /// Whether the first packet began on an earlier page.
    package let continuesPacket: Bool

    /// Whether the last packet continues on the next page.
    package let isContinued: Bool

    /// Parses the page at `index`; `nil` if there is no complete page.
    package init?(at index: Int, in file: [UInt8]) {
        guard index + 27 <= file.count, file[index..<index + 5].elementsEqual(Self.capture)
        else { return nil }
        let segments = Int(file[index + 26])
        let body = index + 27 + segments
        guard body <= file.count else { return nil }

        var packets: [Range<Int>] = []
        var start = body
        var end = body
        for lacing in file[index + 27..<body] {
            end += Int(lacing)
            guard lacing < 255 else { continue }
            packets.append(start..<end)
            start = end
        }
        isContinued = start < end
        if isContinued { packets.append(start..<end) }
        guard end <= file.count else { return nil }

        bytes = index..<end
        self.packets = packets
        startsStream = file[index + 5] & 2 != 0
        continuesPacket = file[index + 5] & 1 != 0
        granule = Int64(bitPattern: Self.number(file[index + 6..<index + 14]))
        serial = UInt32(truncatingIfNeeded: Self.number(file[index + 14..<index + 18]))
        sequence = UInt32(truncatingIfNeeded: Self.number(file[index + 18..<index + 22]))
    }

    private static let capture: [UInt8] = Array("OggS".utf8) + [0]

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension OggPage {
    /// A copy of a page with another position, in a stream without first or last page.
    static func moved(_ page: ArraySlice<UInt8>, granule: Int64, sequence: UInt32) -> [UInt8] {
        var copy = Array(page)
        copy[5] &= 0b001
        copy.store(UInt64(bitPattern: granule), at: 6, byteCount: 8)
        copy.store(UInt64(sequence), at: 18, byteCount: 4)
        copy.store(0, at: 22, byteCount: 4)
        copy.store(UInt64(checksum(of: copy)), at: 22, byteCount: 4)
        return copy
    }

    /// The CRC of RFC 3533, for a page whose checksum field is zero.
    package static func checksum(of page: [UInt8]) -> UInt32 { Checksum.of(page, from: 0) }
}

extension [UInt8] {
    /// Writes a number in little-endian order.
    fileprivate mutating func store(_ number: UInt64, at index: Int, byteCount: Int) {
        for offset in 0..<byteCount {
            self[index + offset] = UInt8(truncatingIfNeeded: number >> (8 * offset))
        }
    }
}

/// Iterates over the pages of an Ogg file; skips bytes between pages.
package struct OggPageWalker: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var index = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package mutating func next() -> OggPage? {
        while index < bytes.count {
            if let page = OggPage(at: index, in: bytes) {
                index = page.bytes.upperBound
                return page
            }
            index += 1
        }
        return nil
    }
}

/// The length of an Opus packet (RFC 6716, 3.1 and 3.2).
enum OpusPacket {
    /// The number of samples at 48 kHz; `nil` if the bytes are not a packet.
    static func sampleCount(_ packet: ArraySlice<UInt8>) -> Int? {
        guard let first = packet.first else { return nil }
        let frameCount: Int
        switch first & 3 {
        case 0: frameCount = 1
        case 3:
            guard let second = packet.dropFirst().first else { return nil }
            frameCount = Int(second & 63)
        default: frameCount = 2  // Codes 1 and 2: two frames, of equal or different length.
        }
        return frameCount * samplesPerFrame(configuration: Int(first >> 3))
    }

    private static func samplesPerFrame(configuration: Int) -> Int {
        switch configuration {
        case 0..<12: [480, 960, 1920, 2880][configuration & 3]
        case 12..<16: [480, 960][configuration & 1]
        default: 120 << (configuration & 3)
        }
    }
}
