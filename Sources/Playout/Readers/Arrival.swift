import AudioDecoding
import StreamFetching

/// A packet from a live connection, and the titles that precede it.
struct Arrival: ~Copyable {
    var packet: Packet
    let titles: [PositionedTitle]
}
