import Dispatch
import MediaTime

/// The time of a session in real time, and its alarm. It stands still while the machine sleeps.
struct SessionClock {
    private let began = SuspendingClock.now
    private var timer: (any DispatchSourceTimer)?
    private var alarm = FrameTime.distantFuture

    /// The time since the session began.
    var now: FrameTime { FrameTime(SuspendingClock.now - began) }

    /// Calls `ring` on any thread at `time` instead of an earlier alarm's; not at all at
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

    /// Forgets the alarm.
    mutating func stop() {
        timer?.cancel()
        timer = nil
        alarm = .distantFuture
    }
}
