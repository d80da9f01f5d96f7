import MediaTime
import PCMAudio

/// One listener's Ogg Opus stream (RFC 7845), made of packets that are encoded once for all
/// listeners.
///
/// It can begin with any chunk. Granule positions count from there, as in any complete stream.
struct OggOpusStream {
    private var pages = OggPageWriter()
    /// The number of packets that the encoder produced before this stream.
    private let firstPacket: Int
    private let leadIn: Int

    private static let vendor = "Interlude"

    init(beginningWith chunk: EncodedChunk) {
        firstPacket = chunk.firstPacket
        leadIn = chunk.leadIn
    }

    /// The two header pages.
    mutating func headers() -> [UInt8] {
        pages.page(of: [identification], granule: 0, .first)
            + pages.page(of: [comment], granule: 0, .inTheMiddle)
    }

    /// The page of `chunk`, which must directly follow the previous chunk.
    mutating func page(of chunk: EncodedChunk) -> [UInt8] {
        let decoded = Int64(chunk.decodedEnd - firstPacket * chunk.packetLength)
        switch chunk.place {
        case .inTheMiddle:
            return pages.page(of: chunk.packets, granule: decoded, .inTheMiddle)
        case .last(let padding):
            return pages.page(of: chunk.packets, granule: decoded - Int64(padding), .last)
        }
    }

    /// RFC 7845, 5.1.
    private var identification: [UInt8] {
        let version: UInt8 = 1
        var packet = Array("OpusHead".utf8) + [version, UInt8(AudioFormat.pipeline.channelCount)]
        packet.appendLittleEndian(UInt16(leadIn))
        packet.appendLittleEndian(UInt32(AudioFormat.pipeline.sampleRate))
        let (gain, mappingFamily) = (UInt16(0), UInt8(0))
        packet.appendLittleEndian(gain)
        return packet + [mappingFamily]
    }

    /// RFC 7845, 5.2.
    private var comment: [UInt8] {
        var packet = Array("OpusTags".utf8)
        packet.appendLittleEndian(UInt32(Self.vendor.utf8.count))
        packet += Self.vendor.utf8
        let commentCount = UInt32(0)
        packet.appendLittleEndian(commentCount)
        return packet
    }
}
