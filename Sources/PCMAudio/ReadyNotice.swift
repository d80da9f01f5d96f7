import MediaTime
import Synchronization

/// Something to be done once a store holds enough.
final class ReadyNotice: Sendable {
    /// The frame that is waited for, where the writing thread looks without a lock.
    private let awaited = Atomic<Int64>(Int64.max)
    private let work = Guarded<(@Sendable () -> Void)?>(nil)

    func set(_ frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        work.withLock { $0 = body }
        awaited.store(frame.frames, ordering: .sequentiallyConsistent)
    }

    /// Does what there is to do, if everything before `frame` is stored. Once for each ``set``.
    func check(readyEnd frame: FrameTime) {
        guard frame.frames >= awaited.load(ordering: .sequentiallyConsistent) else { return }
        let body = work.withLock { work in
            defer { work = nil }
            return work
        }
        awaited.store(Int64.max, ordering: .sequentiallyConsistent)
        body?()
    }
}
