/// Distinguishes MP3 or ADTS frames from noise in which bytes look like a frame by chance.
///
/// libavformat returns bytes between two frames together with a frame, so noise also yields
/// packets. A value, for the packets of one source in order.
struct FramingWatch {
    /// Bytes of frames that match the previous frame.
    private var framed = 0
    /// All other bytes.
    private var stray = 0
    private var last: FrameHeader?

    /// The source is noise if it has more stray bytes than this, and more than bytes in frames.
    static let strayLimit = 256 * 1024

    /// The longest frame that ``FrameHeader`` does not parse (ISO 11172-3, Layer II).
    private static let longestOther = 1792

    /// Whether the source is noise.
    var isHopeless: Bool { stray > max(Self.strayLimit, framed) }

    /// Counts a packet of `byteCount` bytes; `header` is `nil` if it begins with none.
    mutating func take(_ byteCount: Int, header: FrameHeader?) {
        defer { last = header }
        let isOfStream = header.map { header in last.map(header.isAlike) ?? true } ?? true
        let frame = isOfStream ? min(byteCount, header?.size ?? Self.longestOther) : 0
        framed += frame
        stray += byteCount - frame
    }
}
