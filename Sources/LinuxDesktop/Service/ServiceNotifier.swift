import CSystemd
import Dispatch
import FoundationEssentials
import Interlude
import MediaTime
import Synchronization

/// Tells systemd how a session fares, where systemd has started the process as a service that says
/// so (`Type=notify`), and that it has not hung, where systemd wants to know (`WatchdogSec=`).
package final class ServiceNotifier: AudioSessionDelegate {
    private let report = Mutex(ServiceReport())
    // nonisolated(unsafe): a timer may be cancelled on any thread, and nothing else is done with it.
    private nonisolated(unsafe) let watchdog: (any DispatchSourceTimer)?

    /// `nil` where nobody listens.
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
        // A manager that does not listen is no reason to stop playing.
        _ = sd_notify(0, notice.assignment)
    }

    /// What says twice in each of the watchdog's intervals that the session's thread still answers.
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
