import MediaTime

/// The lag behind live that underruns of the stream have caused, and when to correct it.
struct RebufferLag: Hashable, Sendable {
    /// The output frame at which the stream ran dry; `nil` while it plays.
    private var dryStart: FrameTime?

    /// The frames of silence in all underruns.
    private(set) var frameCount = 0

    /// The output frame at which to decide how to catch up; `nil` if there is no decision to make.
    private(set) var due: FrameTime?

    /// How soon that is after the stream was heard again.
    private(set) var wait = Wait.whenSettled

    /// The range of lags, in frames, that faster playback corrects. A smaller lag is jitter of the
    /// network; a larger one needs a jump.
    static let least = 2 * FrameTime.rate
    static let most = 10 * FrameTime.rate

    /// A difference of lags in frames that counts as none, as jitter of the network.
    static let jitter = FrameTime.rate / 2

    /// The wait in frames until audio that a server held back has arrived.
    private static let delay = 5 * FrameTime.rate

    /// Records that the stream ran dry at output frame `frame`.
    mutating func begin(at frame: FrameTime) {
        dryStart = dryStart ?? frame
    }

    /// Records that the stream is heard again from output frame `frame` on. Returns whether it had run
    /// dry.
    mutating func end(at frame: FrameTime) -> Bool {
        guard let start = dryStart.take() else { return false }
        frameCount += frame - start
        comeBack(at: frame, deciding: .whenSettled)
        return true
    }

    /// Records that the stream is heard again from output frame `frame` on, after a pause or a break. The
    /// decision how to catch up comes `wait` later.
    mutating func comeBack(at frame: FrameTime, deciding wait: Wait) {
        self.wait = wait
        due = frame + (wait == .atOnce ? 0 : Self.delay)
    }

    enum Wait: Hashable, Sendable {
        case atOnce
        case whenSettled
    }

    /// Records a pause of the listener, who is `excess` frames behind live because of underruns;
    /// negative if they are nearer to live than at the start. The silence from now on is no
    /// underrun.
    mutating func pause(behindBy excess: Int) {
        dryStart = nil
        frameCount = min(frameCount, max(0, excess))
    }

    /// Whether the decision is due at output frame `frame`. Returns `true` once for each.
    mutating func takeDue(at frame: FrameTime) -> Bool {
        guard let due, due <= frame else { return false }
        self.due = nil
        return true
    }
}
