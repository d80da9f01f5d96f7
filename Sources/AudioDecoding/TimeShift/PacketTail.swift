import DequeModule

/// The packets that came last of a live stream, by their fingerprints, so that they are known when
/// another connection brings them again.
package struct PacketTail: Sendable {
    private var packets: Deque<(fingerprint: PacketFingerprint, length: Duration)> = []
    private var length = Duration.zero

    /// How far back packets are known: as far as any station sends its past to a new listener.
    private static let window = Duration.seconds(90)
    /// Packets without a length of their own take no time, but room.
    private static let maximumCount = 1 << 16

    package init() {}

    /// The fingerprints, oldest first.
    var fingerprints: [PacketFingerprint] { packets.map(\.fingerprint) }

    /// Takes note of the packet that follows all others.
    package mutating func append(_ fingerprint: PacketFingerprint, lasting count: SampleCount) {
        packets.append((fingerprint, count.duration))
        length += count.duration
        while let oldest = packets.first,
            length - oldest.length >= Self.window || packets.count > Self.maximumCount
        {
            length -= oldest.length
            packets.removeFirst()
        }
    }
}
