import MediaTime
import PCMAudio
import Synchronization

/// Keeps the network thread of a source that waits until it is read from reading much further than
/// the decoder: the time-shift store would drop what was not decoded yet.
///
/// One thread waits; the others may be any.
final class ReadingDemand: Sendable {
    private let bell = Doorbell()
    /// The frames before this one were decoded.
    private let decoded = Atomic<Int64>(0)
    /// The frames before these are awaited, whatever was decoded: one request of each kind.
    private let awaitedByReaders = Atomic<Int64>(0)
    private let awaitedBySession = Atomic<Int64>(0)
    private let isOver = Atomic<Bool>(false)

    /// How far the network thread reads ahead.
    static let lead = 120 * FrameTime.rate

    /// How much is read after a wait: a thread that waited for each packet would mostly change
    /// places with the decoder.
    static let portion = 10 * FrameTime.rate

    /// Records that the decoder has reached stream frame `frame`.
    func noteDecoded(_ frame: FrameTime) {
        let before = decoded.exchange(frame.frames, ordering: .acquiringAndReleasing)
        let portion = Int64(Self.portion)
        if before / portion != frame.frames / portion { bell.ring() }
    }

    /// Has everything before stream frame `frame` read, for a reader. Replaces its last request.
    func demandByReader(before frame: FrameTime) {
        awaitedByReaders.store(frame.frames, ordering: .releasing)
        bell.ring()
    }

    /// The same for the session.
    func demandBySession(before frame: FrameTime) {
        awaitedBySession.store(frame.frames, ordering: .releasing)
        bell.ring()
    }

    private var awaited: Int64 {
        max(
            awaitedByReaders.load(ordering: .acquiring),
            awaitedBySession.load(ordering: .acquiring))
    }

    /// Ends every present and future wait.
    func stop() {
        isOver.store(true, ordering: .releasing)
        bell.ring()
    }

    /// Whether the thread that has read everything before stream frame `frame` has to wait.
    func isMet(before frame: FrameTime) -> Bool {
        let limit = max(decoded.load(ordering: .acquiring) + Int64(Self.lead), awaited)
        return frame.frames >= limit && !isOver.load(ordering: .acquiring)
    }

    /// Blocks if the demand for frames before stream frame `frame` is met, until there is demand for
    /// a portion.
    func wait(before frame: FrameTime) {
        guard isMet(before: frame) else { return }
        bell.wait {
            !isMet(before: frame + Self.portion) || awaited > frame.frames
        }
    }
}
