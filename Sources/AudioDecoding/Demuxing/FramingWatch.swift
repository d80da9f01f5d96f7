/// Tells bytes that hold frames of MP3 or ADTS from bytes in which only chance looks like a frame.
///
/// libavformat hands bytes between two frames out together with a frame, so noise comes as packets
/// too. A value, for the packets of one source in order.
struct FramingWatch {
    /// Bytes that belong to frames like the one before them.
    private var framed = 0
    /// All other bytes.
    private var stray = 0
    private var last: FrameHeader?

    /// More stray bytes than this, and than bytes in frames, are not audio.
    static let patience = 256 * 1024

    /// The longest frame of a layer that ``FrameHeader`` does not read (ISO 11172-3, layer II).
    private static let longestOther = 1792

    /// Whether there is no use in reading on.
    var isHopeless: Bool { stray > max(Self.patience, framed) }

    /// Looks at a packet of `byteCount` bytes, which begins with `header` if it can be read.
    mutating func take(_ byteCount: Int, header: FrameHeader?) {
        defer { last = header }
        let isOfStream = header.map { header in last.map(header.isAlike) ?? true } ?? true
        let frame = isOfStream ? min(byteCount, header?.size ?? Self.longestOther) : 0
        framed += frame
        stray += byteCount - frame
    }
}
