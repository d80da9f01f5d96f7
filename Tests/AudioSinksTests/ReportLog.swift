import AudioSinks
import Dispatch
import MediaTime
import Synchronization

/// The reports of a sink, for a test that waits for them.
final class ReportLog: Sendable {
    private let log = Mutex<[SinkReport]>([])
    private let arrived = DispatchSemaphore(value: 0)

    var reports: [SinkReport] { log.withLock { $0 } }

    /// The reports from that number on.
    func reports(from first: Int) -> [SinkReport] { log.withLock { Array($0[first...]) } }

    /// The sink's report handler.
    var receive: @Sendable (SinkReport) -> Void {
        { report in
            self.log.withLock { $0.append(report) }
            self.arrived.signal()
        }
    }

    /// Waits for a report that `matches`, past ones included.
    ///
    /// Returns `nil` if none came within `limit`.
    func first(
        within limit: Duration = .seconds(30), where matches: (SinkReport) -> Bool
    ) -> SinkReport? {
        wait(within: limit) { reports.first(where: matches) }
    }

    /// Waits for reports until `answer` finds something in them.
    ///
    /// Returns `nil` if it has not within `limit`.
    func wait<Answer>(
        within limit: Duration = .seconds(30), for answer: () -> Answer?
    ) -> Answer? {
        let deadline = DispatchTime.now() + limit.inSeconds
        while true {
            if let found = answer() { return found }
            if arrived.wait(timeout: deadline) == .timedOut { return nil }
        }
    }

    /// Waits until the device is lost, and returns whether it was.
    func waitUntilLost() -> Bool {
        first { if case .lost = $0 { true } else { false } } != nil
    }

    /// How many times the device was reported lost.
    var lossCount: Int { reports.count { if case .lost = $0 { true } else { false } } }

    /// How many plans were adopted.
    var adoptionCount: Int { reports.count { if case .adopted = $0 { true } else { false } } }

    /// How many plans were refused.
    var refusalCount: Int { reports.count { if case .refused = $0 { true } else { false } } }

    /// Whether the device ran dry.
    var hasUnderrun: Bool { reports.contains { if case .underrun = $0 { true } else { false } } }

    /// The changes that the device had already read past, with their maximum lengths.
    var lateChanges: [FrameRange] {
        reports.compactMap { report in
            guard case .late(let start, let count) = report else { return nil }
            return FrameRange(start, count: count)
        }
    }

    /// Waits until everything before `frame` was reported as heard.
    func waitUntilHeard(_ frame: FrameTime, within limit: Duration = .seconds(30)) -> Bool {
        first(within: limit) { report in
            if case .heard(let heard) = report { heard >= frame } else { false }
        } != nil
    }

    /// The frames reported as switchable, once there are `count` of them.
    func switchable(count: Int) -> [FrameTime] {
        frames(count: count) { if case .switchable(let frame) = $0 { frame } else { nil } }
    }

    /// The first changeable frames given with refused plans, once there are `count` of them.
    func refused(count: Int) -> [FrameTime] {
        frames(count: count) { if case .refused(let frame) = $0 { frame } else { nil } }
    }

    /// The first changeable frames of either kind, once there are `count`.
    func namedFrames(count: Int) -> [FrameTime] { frames(count: count, of: \.namedFrame) }

    private func frames(count: Int, of frame: (SinkReport) -> FrameTime?) -> [FrameTime] {
        var frames: [FrameTime] = []
        _ = first { _ in
            frames = reports.compactMap(frame)
            return frames.count >= count
        }
        return frames
    }
}

extension SinkReport {
    /// The first frame that can be changed, if the report gives one.
    var namedFrame: FrameTime? {
        switch self {
        case .switchable(let frame), .refused(let frame): frame
        case .adopted, .heard, .starved, .exhausted, .underrun, .late, .volume, .lost, .restored,
            .held, .released, .failed, .listenersLost, .listenersBack:
            nil
        }
    }
}
