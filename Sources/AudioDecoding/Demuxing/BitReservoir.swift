/// Detects which of the first packets of an MP3 stream cannot be decoded.
///
/// A frame's main data begins up to 511 bytes before the frame, in space that earlier frames left
/// free (ISO 11172-3, 2.4.1.7: `main_data_begin`). A decoder that starts in the middle of a stream
/// does not have those frames, and outputs silence for the first one or two.
package struct BitReservoir: Hashable, Sendable {
    /// Bytes of main data area in the packets so far.
    private var byteCount = 0

    private static let capacity = 511

    package init() {}

    /// Counts `packet`, the next one of the stream. If part of its main data is missing, marks its
    /// audio to be dropped.
    package mutating func take(_ packet: inout Packet) {
        guard byteCount < Self.capacity, let frame = packet.layer3Frame else { return }
        if frame.backStep > byteCount { packet.leaveOutSound() }
        byteCount += frame.roomByteCount
    }
}
