import MediaTime
import Synchronization

/// A callback that runs once, when a store holds enough frames.
package final class ReadyNotice: Sendable {
    private struct Request {
        var frame: FrameTime
        var body: @Sendable () -> Void
    }

    private let request = Guarded<Request?>(nil)
    /// The frame of the request, which the writing thread reads without a lock. Written only under
    /// the lock, in step with the request.
    private let awaited = Atomic<Int64>(Int64.max)

    package init() {}

    /// Calls `body` once everything before `frame` is stored. Replaces an earlier request.
    package func set(_ frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        request.withLock { request in
            request = Request(frame: frame, body: body)
            awaited.store(frame.frames, ordering: .sequentiallyConsistent)
        }
    }

    /// Runs the callback if it is due, now that everything before `frame` is stored. It runs on the
    /// calling thread, once for each ``set``.
    package func check(readyEnd frame: FrameTime) {
        guard frame.frames >= awaited.load(ordering: .sequentiallyConsistent) else { return }
        let body = request.withLock { request -> (@Sendable () -> Void)? in
            guard let due = request, due.frame <= frame else { return nil }
            request = nil
            awaited.store(Int64.max, ordering: .sequentiallyConsistent)
            return due.body
        }
        body?()
    }
}
