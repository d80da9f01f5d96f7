import CFFmpeg

/// Owns one packet of encoded sound.
package struct Packet: ~Copyable {
    let packet: UnsafeMutablePointer<AVPacket>

    /// What the packet is a part of.
    package let stream: EncodedStream

    /// What it decodes to, when nothing is wrong with it, after what is no sound is trimmed off.
    package internal(set) var length = SampleCount(0, rate: 1)

    /// Samples that the decoder will trim off this packet's start and end, at its length's rate.
    var trimmed = (start: 0, end: 0)

    /// Where in the source's bytes the packet begins; for Ogg, where its page does.
    package internal(set) var bytePosition = 0

    /// A packet that is still empty.
    init(of stream: EncodedStream) {
        packet = allocated(av_packet_alloc())
        self.stream = stream
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
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
}
