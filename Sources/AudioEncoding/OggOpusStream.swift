import MediaTime
import PCMAudio

/// One listener's stream of Ogg Opus (RFC 7845), of packets that were encoded for all.
///
/// It begins with any chunk: positions are counted from there, so that for a decoder it is a stream
/// like any other, from its beginning.
struct OggOpusStream {
    private var pages = OggPageWriter()
    /// How many of the encoder's packets came before the first of this stream.
    private let firstPacket: Int
    private let leadIn: Int

    private static let vendor = "Interlude"

    init(beginningWith chunk: EncodedChunk) {
        firstPacket = chunk.firstPacket
        leadIn = chunk.leadIn
    }

    /// The two pages that come before any sound.
    mutating func headers() -> [UInt8] {
        pages.page(of: [identification], granule: 0, .first)
            + pages.page(of: [comment], granule: 0, .inTheMiddle)
    }

    /// The page of `chunk`, each of which follows the one before.
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
