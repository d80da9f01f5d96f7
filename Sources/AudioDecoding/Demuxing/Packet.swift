import CFFmpeg
import FFmpegCalls
import MediaTime

/// Owns one packet of encoded sound.
package struct Packet: ~Copyable {
    private let owned = OwnedPacket()

    var packet: UnsafeMutablePointer<AVPacket> { owned.pointer }

    /// What the packet is a part of.
    package private(set) var stream: EncodedStream

    /// What it decodes to, when nothing is wrong with it, after what is no sound is trimmed off.
    package internal(set) var length = SampleCount(0, rate: 1)

    /// Samples that the decoder will trim off this packet's start and end, at its length's rate.
    var trimmed = (start: 0, end: 0)

    /// How many bytes the packet has.
    package var byteCount: Int { Int(packet.pointee.size) }

    /// Where in the source's bytes the packet begins; for Ogg, where its page does.
    package internal(set) var bytePosition = 0

    /// A packet that is still empty.
    init(of stream: EncodedStream) {
        self.stream = stream
    }
}

extension Packet {
    /// Makes this the next packet of `earlier`, whose packets it goes on from: a decoder that is at
    /// work on those takes it as one of them, and gives all of its sound.
    package mutating func goOn(from earlier: EncodedStream) {
        stream = earlier
        guard skippedSamples.start == 0 else { return }
        length.samples += trimmed.start
        trimmed.start = 0
    }

    /// The header that the packet begins with, if it begins with one of MP3 or ADTS.
    var frameHeader: FrameHeader? {
        let bytes = UnsafeBufferPointer(start: packet.pointee.data, count: byteCount)
        return FrameHeader(Array(bytes.prefix(7))[...])
    }

    /// What an MP3's frame says of where its sound is stored; `nil` for any other packet.
    var layer3Frame: Layer3Frame? {
        guard stream.container == .mp3 else { return nil }
        return Layer3Frame(
            UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    }

    /// Lets the decoder take the packet in for those that follow, and drop its own sound.
    mutating func leaveOutSound() {
        trimmed.start += length.samples
        skip(start: trimmed.start, end: trimmed.end)
        length.samples = 0
    }

    /// Whether nothing of the packet was cut off, as far as it says itself how long it is.
    package var isWhole: Bool {
        let bytes = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        switch stream.container {
        case .mp3, .aac:
            return FrameHeader(Array(bytes.prefix(7))[...]).map { bytes.count >= $0.size } ?? true
        case .flac:
            // With the sum at its end a frame adds up to 0 (RFC 9639, 9.3).
            return av_crc(av_crc_get_table(AV_CRC_16_ANSI), 0, bytes.baseAddress, bytes.count) == 0
        case .ogg, .wav, .mov, .mpegts, .matroska, .aiff, .caf, .w64, .au, .ac3, .eac3, .asf, .ape,
            .wv, .tta, .amr:
            return true
        }
    }
}

/// A number of samples of each channel, at a rate.
package struct SampleCount: Hashable, Sendable, BitwiseCopyable {
    package var samples: Int
    /// Samples in a second.
    package var rate: Int

    package init(_ samples: Int, rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    package var duration: Duration { .seconds(1) * samples / rate }
}
