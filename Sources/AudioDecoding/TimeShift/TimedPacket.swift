/// A packet that came out of a time-shift store, with its place in the stream's time.
package struct TimedPacket: ~Copyable {
    package let packet: Packet

    /// The stream's time at the packet's start.
    package let clock: StreamClock

    /// How a decoder enters the stream if this is the first packet that it gets.
    package let entry: AudioDecoder.Entry

    /// How the packet's sound comes after that of the packet before.
    package let succession: AudioDecoder.Succession

    /// How many packets right before it were gone before the cursor came to them.
    package let missedCount: Int
}

/// What a time-shift store knows of a packet whose bytes it keeps.
struct StoredPacket: Sendable {
    let stream: EncodedStream
    let clock: StreamClock
    let length: SampleCount
    let trimmed: (start: Int, end: Int)
    let skipped: (start: Int, end: Int)
    let bytePosition: Int
    let location: PacketBytes.Location
    /// Whether this is the first packet of its stream, so that what came before it is of no use
    /// for decoding it.
    let entry: AudioDecoder.Entry
    let succession: AudioDecoder.Succession

    init(
        _ packet: borrowing Packet, at clock: StreamClock, entry: AudioDecoder.Entry,
        _ succession: AudioDecoder.Succession, location: PacketBytes.Location
    ) {
        stream = packet.stream
        self.clock = clock
        length = packet.length
        trimmed = packet.trimmed
        skipped = packet.skippedSamples
        bytePosition = packet.bytePosition
        self.location = location
        self.entry = entry
        self.succession = succession
    }
}
