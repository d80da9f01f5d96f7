/// Decides whether a server sends so slowly that it is not worth waiting.
///
/// Only time that the reader spent waiting counts. A server that sends nothing at all is detected
/// elsewhere.
struct DripRule {
    private var waited = Duration.zero
    private var byteCount = 0

    static let period = Duration.seconds(30)
    /// 2 kbit/s, less than any audio.
    static let fewestBytes = 8 * 1024

    /// Records `count` bytes that arrived after a wait of `time`. Returns `false` if there were too
    /// few since the last period ended.
    mutating func take(_ count: Int, after time: Duration) -> Bool {
        waited += time
        byteCount += count
        guard waited >= Self.period else { return true }
        defer { self = DripRule() }
        return byteCount >= Self.fewestBytes
    }
}
