import DequeModule

/// The fingerprints of a live stream's last packets, to recognise them when a new connection
/// delivers them again.
package struct PacketTail: Sendable {
    private var packets: Deque<(fingerprint: PacketFingerprint, length: Duration)> = []
    private var length = Duration.zero

    /// How far back packets are kept: no station sends more of its past to a new listener.
    private static let window = Duration.seconds(90)
    /// Limits memory: packets may have no duration.
    private static let maximumCount = 1 << 16

    package init() {}

    /// The fingerprints, oldest first.
    var fingerprints: [PacketFingerprint] { packets.map(\.fingerprint) }

    /// Appends the newest packet.
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
