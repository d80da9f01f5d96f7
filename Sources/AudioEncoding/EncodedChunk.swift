/// The packets of one stretch of audio, shared by all listeners.
package struct EncodedChunk: Hashable, Sendable {
    /// In decoding order. A decoder can start at any packet, and converges after ``leadIn``.
    package var packets: [[UInt8]]

    /// The number of packets that the encoder produced before this chunk.
    package var firstPacket: Int

    /// The decoded length of each packet in frames.
    package var packetLength: Int

    /// How many frames a decoder that begins with this chunk must discard until its output is
    /// correct.
    package var leadIn: Int

    package var place: Place

    package enum Place: Hashable, Sendable {
        case inTheMiddle
        /// The audio ends with this chunk, `padding` frames before the end of its decoded packets.
        case last(padding: Int)
    }

    package init(
        packets: [[UInt8]], firstPacket: Int, packetLength: Int, leadIn: Int, place: Place
    ) {
        self.packets = packets
        self.firstPacket = firstPacket
        self.packetLength = packetLength
        self.leadIn = leadIn
        self.place = place
    }

    /// The decoded length in frames of all packets up to the end of this chunk.
    package var decodedEnd: Int { (firstPacket + packets.count) * packetLength }
}
