import MediaTime

/// A 64-bit hash that identifies a packet of encoded audio. Valid only within the process: its seed
/// is random.
package struct PacketFingerprint: Hashable, Sendable, BitwiseCopyable {
    private let hash: Int

    /// The fingerprint of a packet of `bytes`.
    package init(of bytes: UnsafeRawBufferPointer) {
        var hasher = Hasher()
        hasher.combine(bytes: bytes)
        hash = hasher.finalize()
    }
}

extension Packet {
    package var fingerprint: PacketFingerprint {
        PacketFingerprint(
            of: UnsafeRawBufferPointer(
                start: packet.pointee.data, count: Int(packet.pointee.size)))
    }
}
