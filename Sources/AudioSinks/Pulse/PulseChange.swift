import MediaTime

/// Sound that took the place of other sound at the server, until that has said whether it came in
/// time.
struct PulseChange: Hashable {
    /// The first output frame that is different.
    let start: FrameTime
    /// When it was on its way.
    let writtenAt: MonotonicTime

    /// How many frames of it the server may have read as they were before, by its answer to a
    /// question that was asked right after; `nil` if the answer is older.
    func lateFrameCount(_ answer: PulseTiming) -> Int? {
        answer.askedAt < writtenAt ? nil : max(0, answer.read - start)
    }
}
