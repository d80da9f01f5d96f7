/// What tells one packet of encoded sound from another without its bytes: 64 bits of hash (FNV-1a).
package struct PacketFingerprint: Hashable, Sendable, BitwiseCopyable {
    private let hash: UInt64

    /// The fingerprint of a packet of `bytes`.
    package init(of bytes: some Sequence<UInt8>) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        self.hash = hash
    }
}

extension Packet {
    package var fingerprint: PacketFingerprint {
        PacketFingerprint(
            of: UnsafeRawBufferPointer(
                start: packet.pointee.data, count: Int(packet.pointee.size)))
    }
}
