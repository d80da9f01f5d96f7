import MediaTime

/// Frames of one kind that stand one after the other in what a monitor gave.
struct CodedRun: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case silence
        /// Frames of this sound, unchanged and in order, from this index on.
        case sound(CodedSound, firstIndex: Int)
        /// Sound that is no frame of any.
        case unknown
    }

    let content: Content
    /// The first frame's place in the capture.
    let first: Int
    var count: Int
    /// When the first frame came out of the monitor.
    let atMonitor: MonotonicTime
    /// When the first frame was heard by the sink's clock.
    let heard: MonotonicTime

    /// The place in the capture after the last frame.
    var end: Int { first + count }

    /// The index of its first frame, if it is of `sound`.
    func firstIndex(of sound: CodedSound) -> Int? {
        guard case .sound(sound, let index) = content else { return nil }
        return index
    }
}
