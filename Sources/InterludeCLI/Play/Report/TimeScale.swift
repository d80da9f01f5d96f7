import MediaTime

/// Where output frames stand on an axis, and which times are written there.
struct TimeScale: Hashable, Sendable {
    let range: FrameRange
    /// Pixels from the axis's beginning to its end.
    let length: Double

    /// Milliseconds between two times that are written: as few as leave room for each.
    private var step: Int {
        let wanted = Duration.frames(range.count).inSeconds * 1000 / 8
        let steps = [
            50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
            600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000,
        ]
        return steps.first { Double($0) >= wanted } ?? 86_400_000
    }

    /// The times that are written, and how.
    var ticks: [(frame: FrameTime, words: String)] {
        let stepFrameCount = step * FrameTime.rate / 1000
        let first = (Int(range.start.frames) + stepFrameCount - 1) / stepFrameCount
        let last = Int(range.end.frames) / stepFrameCount
        guard first <= last else { return [] }
        return (first...last).map { number in
            let frame = FrameTime(Int64(number * stepFrameCount))
            let isFine = step % 1000 != 0
            return (
                frame,
                isFine ? "\(Figures.hundredths(frame.seconds)) s" : Figures.clock(frame.duration)
            )
        }
    }

    /// Pixels from the axis's beginning; outside of it for frames that are outside of ``range``.
    func position(of frame: FrameTime) -> Double {
        Double(frame - range.start) / Double(max(range.count, 1)) * length
    }
}
