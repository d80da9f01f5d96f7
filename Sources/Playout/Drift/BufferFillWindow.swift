import MediaTime

/// The lowest buffer fill in the last ten seconds of listening, in frames, updated once a second.
struct BufferFillWindow: Hashable, Sendable {
    /// The lowest fill of each complete second, newest last.
    private var seconds: [Int] = []
    private var least = Int.max
    /// Where the present second begins; `nil` before the first measurement. The first second of
    /// listening is not measured, because the server's initial burst arrives then.
    private var start: FrameTime?

    private static let count = 10

    /// Lowers all earlier measurements by `frameCount`.
    mutating func lower(by frameCount: Int) {
        seconds = seconds.map { $0 - frameCount }
        if least < Int.max { least -= frameCount }
    }

    /// Records a fill. Returns the lowest fill of ten seconds if that completes another second.
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
