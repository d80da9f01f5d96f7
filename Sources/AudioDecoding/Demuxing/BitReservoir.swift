/// Tells which of the first packets of a stream of MP3 cannot be decoded.
///
/// A frame's sound begins up to 511 bytes before it, among what is left over of frames before
/// (ISO 11172-3, 2.4.1.7: `main_data_begin`). Who comes in the middle of a stream does not have
/// those, and a decoder gives silence for the first one or two frames.
package struct BitReservoir: Hashable, Sendable {
    /// Bytes of room for sound that came with the packets so far.
    private var byteCount = 0

    private static let capacity = 511

    package init() {}

    /// Takes note of `packet`, the next of the stream. Lets its sound be left out if not all of that
    /// came.
    package mutating func take(_ packet: inout Packet) {
        guard byteCount < Self.capacity, let frame = packet.layer3Frame else { return }
        if frame.backStep > byteCount { packet.leaveOutSound() }
        byteCount += frame.roomByteCount
    }
}
