/// What a stretch of sound was encoded to: the same for all who listen.
package struct EncodedChunk: Hashable, Sendable {
    /// Each can be decoded once those before it were, or a few of them.
    package var packets: [[UInt8]]

    /// How many packets of the encoder came before.
    package var firstPacket: Int

    /// Frames that each packet is decoded to.
    package var packetLength: Int

    /// Frames that a decoder which begins with this chunk needs to find its way into the sound: what
    /// it gives of them is not to be heard.
    package var leadIn: Int

    package var place: Place

    package enum Place: Hashable, Sendable {
        case inTheMiddle
        /// The sound ends with this chunk, so many frames before what its packets are decoded to.
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

    /// Frames that the packets before and in this chunk are decoded to.
    package var decodedEnd: Int { (firstPacket + packets.count) * packetLength }
}
