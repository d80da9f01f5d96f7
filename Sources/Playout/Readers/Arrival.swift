import AudioDecoding

/// A packet as it came over a live connection, and the titles that stand before it.
struct Arrival: ~Copyable {
    var packet: Packet
    let titles: [String]
}
