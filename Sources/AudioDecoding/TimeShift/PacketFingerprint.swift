import MediaTime

/// What tells one packet of encoded sound from another without its bytes: 64 bits of hash, the same
/// for as long as the process runs.
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
