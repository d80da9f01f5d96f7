/// A packet read from a time-shift store, with its place in stream time.
package struct TimedPacket: ~Copyable {
    package let packet: Packet

    /// The stream time at the packet's start.
    package let clock: StreamClock

    /// How a decoder enters the stream if this is its first packet.
    package let entry: AudioDecoder.Entry

    /// How the packet's audio relates to the audio before it.
    package let succession: AudioDecoder.Succession

    /// How many packets directly before it were dropped before the cursor reached them.
    package let missedCount: Int
}

/// A time-shift store's index entry for one packet.
struct StoredPacket: Sendable {
    let stream: EncodedStream
    let clock: StreamClock
    let length: SampleCount
    let trimmed: (start: Int, end: Int)
    let skipped: (start: Int, end: Int)
    let bytePosition: Int
    let location: PacketBytes.Location
    /// Whether this is the first packet of its stream. Earlier packets do not help to decode it.
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
