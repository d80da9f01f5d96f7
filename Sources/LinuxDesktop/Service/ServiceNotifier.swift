import CSystemd
import Dispatch
import FoundationEssentials
import Interlude
import MediaTime
import Synchronization

/// Reports a session's state to systemd for a service with `Type=notify`, and answers its watchdog
/// (`WatchdogSec=`).
package final class ServiceNotifier: AudioSessionDelegate {
    private let report = Mutex(ServiceReport())
    // nonisolated(unsafe): only cancelled, which is allowed on any thread.
    private nonisolated(unsafe) let watchdog: (any DispatchSourceTimer)?

    /// `nil` if the process is not such a service.
    package init?(_ session: AudioSession) {
        guard ProcessInfo.processInfo.environment["NOTIFY_SOCKET"] != nil else { return nil }
        watchdog = Self.makeWatchdog(for: session)
        session.addDelegate(self)
        watchdog?.resume()
    }

    deinit {
        watchdog?.cancel()
    }

    package func onStatusUpdate(_ status: PlayerStatus) {
        for notice in report.withLock({ $0.receive(status) }) { Self.send(notice) }
    }

    private static func send(_ notice: ServiceNotice) {
        // A failure does not affect playback.
        _ = sd_notify(0, notice.assignment)
    }

    /// Notifies the watchdog twice per interval, from the session's thread; `nil` if there is none.
    private static func makeWatchdog(for session: AudioSession) -> (any DispatchSourceTimer)? {
        var microseconds: UInt64 = 0
        guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "watchdog"))
        timer.schedule(
            deadline: .now(), repeating: .microseconds(Int(microseconds / 2)),
            leeway: .milliseconds(50))
        timer.setEventHandler { [weak session] in
            session?.whenAttentive { send(.alive) }
        }
        return timer
    }
}
