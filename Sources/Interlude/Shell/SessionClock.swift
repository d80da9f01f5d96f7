import Dispatch
import MediaTime

/// The clock of a session in real time, and its alarm.
struct SessionClock {
    /// Stands still while the machine sleeps, so that no listener's attention counts then.
    static let source = SuspendingClock()

    private let began = source.now
    private var timer: (any DispatchSourceTimer)?
    private var alarm = FrameTime.distantFuture

    /// The time since the session began.
    var now: FrameTime { FrameTime(Self.source.now - began) }

    /// Replaces the alarm: calls `ring` on any thread at `time`, or never if that is
    /// `distantFuture`.
    mutating func setAlarm(at time: FrameTime, _ ring: @escaping @Sendable () -> Void) {
        guard time != alarm else { return }
        stop()
        guard time != .distantFuture else { return }
        alarm = time
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler(handler: ring)
        timer.schedule(deadline: .now() + max(0, Double(time - now) / Double(FrameTime.rate)))
        timer.activate()
        self.timer = timer
    }

    /// Cancels the alarm.
    mutating func stop() {
        timer?.cancel()
        timer = nil
        alarm = .distantFuture
    }
}
