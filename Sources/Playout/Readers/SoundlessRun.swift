import AudioDecoding

/// Counts packets in a row from which the decoder got no sound, and says when to give up.
///
/// A container may hold packets without end that nobody can decode. A value; time counts from any
/// fixed moment.
struct SoundlessRun {
    private var packetCount = 0
    private var byteCount = 0
    private var start: Duration?
    /// How many frames were decoded before the run.
    private var frameCount = 0

    /// As few packets may be the damage of a moment: the decoder is opened again meanwhile.
    static let fewestPackets = 40
    static let byteLimit = 4 << 20
    /// How long the first sound may take after the first packet.
    static let timeLimit = Duration.seconds(10)

    /// Takes in that a packet of `byteCount` bytes was decoded at `now`, and that the decoder has
    /// given `frameCount` frames since the source was opened.
    ///
    /// Throws if more packets are of no use. After the first sound only bytes count: a station may
    /// send nothing useful for a while.
    mutating func take(
        _ byteCount: Int, frameCount: Int, at now: Duration
    ) throws(DecodingError) {
        guard frameCount == self.frameCount else {
            self = SoundlessRun()
            self.frameCount = frameCount
            return
        }
        let start = start ?? now
        self.start = start
        packetCount += 1
        self.byteCount += byteCount
        guard packetCount >= Self.fewestPackets else { return }
        let isLate = frameCount == 0 && now - start >= Self.timeLimit
        if isLate || self.byteCount >= Self.byteLimit { throw .soundless }
    }
}
