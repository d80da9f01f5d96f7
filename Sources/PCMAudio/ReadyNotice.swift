import MediaTime
import Synchronization

/// Something to be done once a store holds enough.
package final class ReadyNotice: Sendable {
    private struct Request {
        var frame: FrameTime
        var body: @Sendable () -> Void
    }

    private let request = Guarded<Request?>(nil)
    /// The frame that is waited for, where the writing thread looks without a lock: written only
    /// under the lock, so that it says the same as the request.
    private let awaited = Atomic<Int64>(Int64.max)

    package init() {}

    /// Has `body` done once everything before `frame` is stored, in place of what was to be done.
    package func set(_ frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        request.withLock { request in
            request = Request(frame: frame, body: body)
            awaited.store(frame.frames, ordering: .sequentiallyConsistent)
        }
    }

    /// Does what there is to do, if everything before `frame` is stored. Once for each ``set``.
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
