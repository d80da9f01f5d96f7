import CFFmpeg

/// Owns one `AVPacket`.
package struct OwnedPacket: ~Copyable {
    package let pointer: UnsafeMutablePointer<AVPacket> = allocated(av_packet_alloc())

    /// Makes an empty packet.
    package init() {}

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = pointer
        av_packet_free(&packet)
    }
}
