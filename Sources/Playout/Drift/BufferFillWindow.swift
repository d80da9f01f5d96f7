import MediaTime

/// The least that was buffered in the last ten seconds of listening, told once a second.
struct BufferFillWindow: Hashable, Sendable {
    /// The least of each second that is over, the newest last.
    private var seconds: [Int] = []
    private var least = Int.max
    /// Where the second that is measured now begins; `nil` before anything was told. The first
    /// second of listening is not measured: what the server sends at once comes then.
    private var start: FrameTime?

    private static let count = 10

    /// Everything that was told before would be `frameCount` less by now.
    mutating func lower(by frameCount: Int) {
        seconds = seconds.map { $0 - frameCount }
        if least < Int.max { least -= frameCount }
    }

    /// Takes note of a level. Returns the least of ten seconds if another second is over with it.
    mutating func note(_ level: Int, at position: FrameTime) -> Int? {
        guard let start else {
            start = position + FrameTime.rate
            return nil
        }
        guard position >= start else { return nil }
        guard position >= start + FrameTime.rate else {
            least = min(least, level)
            return nil
        }
        self.start = start + (position - start) / FrameTime.rate * FrameTime.rate
        if least < Int.max { seconds.append(least) }
        least = level
        if seconds.count > Self.count { seconds.removeFirst() }
        return seconds.count == Self.count ? seconds.min() : nil
    }
}
