import NIOCore
import Synchronization

/// Which frames a listener gets and when, as a function of the mount's clock.
package struct ListenerCursor: Sendable {
    /// The first frame that was not sent.
    package private(set) var nextFrame: Int

    private let timeline: FrameTimeline

    /// Frames are sent in groups of this length, to avoid many small packets.
    private static let gathering = Duration.milliseconds(100)

    /// A listener who joins at `elapsed`, and first gets the past frames that fit into `burst`
    /// bytes.
    package init(joining timeline: FrameTimeline, at elapsed: Duration, burst: Int) {
        self.timeline = timeline
        let now = timeline.framesBegun(by: elapsed)
        nextFrame = timeline.firstFrame(within: burst, before: now)
    }

    /// Returns the frames due by `elapsed`, each only once.
    package mutating func takeDue(at elapsed: Duration) -> Range<Int> {
        let begun = max(nextFrame, timeline.framesBegun(by: elapsed))
        defer { nextFrame = begun }
        return nextFrame..<begun
    }

    /// When to call ``takeDue(at:)`` next.
    package func nextDue(after elapsed: Duration) -> Duration {
        max(timeline.start(of: nextFrame), elapsed + Self.gathering)
    }
}

/// How far a listener's connection is behind, for the task that watches it.
final class MountBacklog: Sendable {
    private let written: Atomic<Int>
    private let timeline: FrameTimeline

    init(from frame: Int, of timeline: FrameTimeline) {
        written = Atomic(frame)
        self.timeline = timeline
    }

    /// The connection has accepted everything before `frame`.
    func wrote(upTo frame: Int) {
        written.store(frame, ordering: .relaxed)
    }

    /// The bytes due by `elapsed` that were not sent.
    func byteCount(at elapsed: Duration) -> Int {
        let done = written.load(ordering: .relaxed)
        let due = max(done, timeline.framesBegun(by: elapsed))
        return timeline.bytes(before: due) - timeline.bytes(before: done)
    }
}

/// The waits of a listener's task; they end with the listener's connection.
final class ListenerWaits: Sendable {
    private let clock: StationClock
    private let state = Mutex(State())

    private struct State {
        var isOver = false
        var current: Task<Void, any Error>?
    }

    init(on clock: StationClock, until channel: any Channel) {
        self.clock = clock
        channel.closeFuture.whenComplete { _ in self.end() }
    }

    /// Waits until the clock reaches `time`. Throws once the connection is closed.
    func sleepUntil(_ time: Duration) async throws {
        let clock = clock
        let wait = Task { try await clock.sleepUntil(time) }
        let isOver = state.withLock { state in
            state.current = wait
            return state.isOver
        }
        if isOver { wait.cancel() }
        try await withTaskCancellationHandler {
            try await wait.value
        } onCancel: {
            wait.cancel()
        }
    }

    private func end() {
        state.withLock { state in
            state.isOver = true
            state.current?.cancel()
        }
    }
}
