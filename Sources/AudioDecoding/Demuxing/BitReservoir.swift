import CFFmpeg

/// Tells which of the first packets of a stream of MP3 cannot be decoded.
///
/// A frame's sound begins up to 511 bytes before it, among what is left over of frames before
/// (ISO 11172-3, 2.4.1.7: `main_data_begin`). Who comes in the middle of a stream does not have
/// those, and a decoder gives silence for the first one or two frames.
package struct BitReservoir: Hashable, Sendable {
    /// Bytes of sound that came with the packets so far.
    private var byteCount = 0

    private static let capacity = 511

    package init() {}

    /// Takes note of `packet`, the next of the stream. Lets its sound be left out if not all of that
    /// came.
    package mutating func take(_ packet: inout Packet) {
        guard byteCount < Self.capacity, packet.stream.container == .mp3 else { return }
        let bytes = UnsafeBufferPointer(
            start: packet.packet.pointee.data, count: Int(packet.packet.pointee.size))
        guard let frame = Layer3Frame(bytes) else { return }
        if frame.soundStart > byteCount { packet.leaveOutSound() }
        byteCount += frame.soundByteCount
    }
}

/// How the sound of one frame of MP3 lies in it.
private struct Layer3Frame {
    /// How many bytes before the frame's own its sound begins.
    let soundStart: Int
    /// Bytes of the frame that are neither header nor side information.
    let soundByteCount: Int

    /// Reads the frame in `bytes`; `nil` if there is none.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count >= 8, bytes[0] == 0xFF else { return nil }
        let isMPEG1 = bytes[1] >> 3 & 3 == 3
        let isMono = bytes[3] >> 6 == 3
        let hasChecksum = bytes[1] & 1 == 0
        let side = hasChecksum ? 6 : 4
        let sideSize = isMPEG1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
        // Nine bits in MPEG-1, eight in the versions at lower rates.
        soundStart =
            isMPEG1 ? Int(bytes[side]) << 1 | Int(bytes[side + 1] >> 7) : Int(bytes[side])
        soundByteCount = max(0, bytes.count - side - sideSize)
    }
}
