import CFFmpeg
import FFmpegCalls
import MediaTime

/// Owns one packet of encoded audio.
package struct Packet: ~Copyable {
    private let owned = OwnedPacket()

    var packet: UnsafeMutablePointer<AVPacket> { owned.pointer }

    /// The stream to which the packet belongs.
    package private(set) var stream: EncodedStream

    /// The length that it decodes to if it is not damaged, after priming and padding are trimmed.
    package internal(set) var length = SampleCount(0, rate: 1)

    /// How many samples the decoder will trim at the packet's start and end, at ``length``'s rate.
    var trimmed = (start: 0, end: 0)

    /// The packet's size in bytes.
    package var byteCount: Int { Int(packet.pointee.size) }

    /// The position in the source's bytes at which the packet begins; for Ogg, its page.
    package internal(set) var bytePosition = 0

    /// A packet that is still empty.
    init(of stream: EncodedStream) {
        self.stream = stream
    }
}

extension Packet {
    /// Makes this packet a continuation of `earlier`: that stream's decoder accepts it as the next
    /// packet and outputs all of its audio.
    package mutating func goOn(from earlier: EncodedStream) {
        stream = earlier
        guard skippedSamples.start == 0 else { return }
        length.samples += trimmed.start
        trimmed.start = 0
    }

    /// The MP3 or ADTS header at the packet's start, if there is one.
    var frameHeader: FrameHeader? {
        let bytes = UnsafeBufferPointer(start: packet.pointee.data, count: byteCount)
        return FrameHeader(Array(bytes.prefix(7))[...])
    }

    /// Where an MP3 frame's main data is stored; `nil` for any other packet.
    var layer3Frame: Layer3Frame? {
        guard stream.container == .mp3 else { return nil }
        return Layer3Frame(
            UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    }

    /// Makes the decoder drop the packet's own audio, and use it only for the packets that follow.
    mutating func leaveOutSound() {
        trimmed.start += length.samples
        skip(start: trimmed.start, end: trimmed.end)
        length.samples = 0
    }

    /// Whether the packet is complete, as far as its own header or checksum tells.
    package var isWhole: Bool {
        let bytes = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        switch stream.container {
        case .mp3, .aac:
            return FrameHeader(Array(bytes.prefix(7))[...]).map { bytes.count >= $0.size } ?? true
        case .flac:
            // The CRC of a frame including its checksum is 0 (RFC 9639, 9.3).
            return av_crc(av_crc_get_table(AV_CRC_16_ANSI), 0, bytes.baseAddress, bytes.count) == 0
        case .ogg, .wav, .mov, .mpegts, .matroska, .aiff, .caf, .w64, .au, .ac3, .eac3, .asf, .ape,
            .wv, .tta, .amr:
            return true
        }
    }
}

/// A number of samples per channel at a sample rate.
package struct SampleCount: Hashable, Sendable, BitwiseCopyable {
    package var samples: Int
    /// Samples per second.
    package var rate: Int

    package init(_ samples: Int, rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    package var duration: Duration { .seconds(1) * samples / rate }
}
