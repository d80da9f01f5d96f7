import MediaTime

/// One packet of a transport stream (ISO/IEC 13818-1, section 2.4.3.2).
struct TransportPacket {
    static let byteCount = 188
    static let syncByte: UInt8 = 0x47

    let streamID: UInt16
    /// Whether a section or a PES packet begins in it.
    let beginsUnit: Bool
    let counter: UInt8
    /// Whether the counter need not follow that of the packet before.
    let isDiscontinuous: Bool
    /// `nil` if it has no payload, in which case its counter does not count.
    let payload: ArraySlice<UInt8>?

    /// `nil` if it is damaged or scrambled. `bytes` are a whole packet.
    init?(_ bytes: ArraySlice<UInt8>) {
        let start = bytes.startIndex
        let (second, third, fourth) = (bytes[start + 1], bytes[start + 2], bytes[start + 3])
        let isDamaged = second & 0x80 != 0
        let isScrambled = fourth & 0xC0 != 0
        guard bytes[start] == Self.syncByte, !isDamaged, !isScrambled else { return nil }
        streamID = UInt16(second & 0x1F) << 8 | UInt16(third)
        beginsUnit = second & 0x40 != 0
        counter = fourth & 0x0F
        let hasAdaptation = fourth & 0x20 != 0
        let hasPayload = fourth & 0x10 != 0
        var rest = bytes.dropFirst(4)
        var isDiscontinuous = false
        if hasAdaptation {
            let length = Int(rest.removeFirst())
            guard length <= rest.count - (hasPayload ? 1 : 0) else { return nil }
            isDiscontinuous = length > 0 && rest[rest.startIndex] & 0x80 != 0
            rest = rest.dropFirst(length)
        }
        self.isDiscontinuous = isDiscontinuous
        payload = hasPayload ? rest : nil
    }
}

/// Follows the counters of the packets of one elementary stream.
struct ContinuityCheck: Hashable, Sendable {
    enum Verdict: Hashable, Sendable {
        case follows
        /// The packet repeats the one before.
        case repeated
        /// At least one packet is missing before it.
        case lost
    }

    private var last: UInt8?

    mutating func check(_ packet: TransportPacket) -> Verdict {
        defer { last = packet.counter }
        guard let last else { return .follows }
        if packet.isDiscontinuous { return .lost }
        if packet.counter == last { return .repeated }
        return packet.counter == (last + 1) & 0x0F ? .follows : .lost
    }
}
