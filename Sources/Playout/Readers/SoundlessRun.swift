import AudioDecoding

/// Counts consecutive packets from which the decoder got no audio, and decides when to fail.
///
/// A container may hold an endless run of undecodable packets. A value; time counts from any fixed
/// moment.
struct SoundlessRun {
    private var packetCount = 0
    private var byteCount = 0
    private var start: Duration?
    /// How many frames were decoded before the run.
    private var frameCount = 0

    /// Fewer packets may be momentary damage; the decoder is reopened meanwhile.
    static let fewestPackets = 40
    static let byteLimit = 4 << 20
    /// The timeout for the first audio, from the first packet on.
    static let timeLimit = Duration.seconds(10)
    /// How many packets the first audio is waited for. A fast server would otherwise keep every core
    /// busy until `timeLimit`.
    static let packetLimit = 1000

    /// Records that a packet of `byteCount` bytes was decoded at `now`, and that the decoder has
    /// output `frameCount` frames since the source was opened.
    ///
    /// Throws if more packets are useless. After the first audio only bytes count, because a
    /// station may send nothing useful for a while.
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
        let isLate =
            frameCount == 0 && (now - start >= Self.timeLimit || packetCount >= Self.packetLimit)
        if isLate || self.byteCount >= Self.byteLimit { throw .soundless }
    }
}
