import MediaTime
import PCMAudio

/// The headers of the frames of AAC in ADTS (ISO/IEC 14496-3, 1.A.2.2).
enum ADTS {
    private static let headerLength = 7
    /// AAC-LC.
    private static let profile = 1
    /// 48 kHz, the pipeline's rate.
    private static let rateIndex = 3

    /// The header of a packet of `byteCount` bytes, at most 8184.
    static func header(ofPacket byteCount: Int) -> [UInt8] {
        let channels = AudioFormat.pipelineChannelCount
        let length = byteCount + headerLength
        precondition(length < 1 << 13, "a frame of ADTS has no more than 8191 bytes")
        return [
            // The sync word, MPEG-4, no checksum.
            0xFF, 0xF1,
            UInt8(profile << 6 | rateIndex << 2 | channels >> 2),
            UInt8(channels & 3) << 6 | UInt8(length >> 11),
            UInt8(length >> 3 & 0xFF),
            // The fullness of the buffer is that of a variable rate; one block of AAC.
            UInt8(length & 7) << 5 | 0x1F, 0xFC,
        ]
    }
}
