import MediaTime

/// How far running dry has put the listener behind live, and when to do something about it.
struct RebufferLag: Hashable, Sendable {
    /// The output frame at which the stream ran dry; `nil` while it plays.
    private var dryStart: FrameTime?

    /// Frames of silence that were heard for want of others.
    private(set) var frameCount = 0

    /// The output frame from which on the listener may be brought back; `nil` where nothing is to be
    /// done, or that was decided.
    private(set) var due: FrameTime?

    /// Frames: less is the network's doing; more is not caught up with by playing faster.
    static let least = 2 * FrameTime.rate
    static let most = 10 * FrameTime.rate

    /// Frames after which what a server held back has come.
    private static let delay = 5 * FrameTime.rate

    /// The stream ran dry at output frame `frame`.
    mutating func begin(at frame: FrameTime) {
        dryStart = dryStart ?? frame
    }

    /// The stream is heard again from output frame `frame` on.
    mutating func end(at frame: FrameTime) {
        guard let start = dryStart.take() else { return }
        frameCount += frame - start
        due = frame + Self.delay
    }

    /// The listener pauses, by now `excess` frames behind live because of the network: neither the
    /// silence that goes on nor the pause is the network's.
    mutating func pause(behindBy excess: Int) {
        dryStart = nil
        frameCount = min(frameCount, excess)
    }

    /// Whether it has to be decided now, at output frame `frame`; it counts as decided from then on.
    mutating func takeDue(at frame: FrameTime) -> Bool {
        guard let due, due <= frame else { return false }
        self.due = nil
        return true
    }
}
