import AudioDecoding
import StreamFetching

/// A packet from a live connection, and what precedes it.
struct Arrival: ~Copyable {
    var packet: Packet
    let titles: [PositionedTitle]
    let markers: [PositionedMarker]
}
