import Interlude
import MediaTime

/// Decides when a line says that an outage still lasts: after 1, 5, 15 and 60 minutes, and then
/// every hour.
///
/// A value without a clock: the caller passes in the time, counted from any fixed moment.
struct OutageReminder: Sendable {
    private static let firstMinutes = [1, 5, 15]

    private var since: Duration?
    /// The reminders of the present outage.
    private var count = 0
    /// What is missing, and why.
    private var words = (subject: "", reason: String?.none)

    /// Takes the present status at `now`. Returns the wait before the first reminder if an outage
    /// begins with it.
    mutating func take(_ status: PlayerStatus, at now: Duration) -> Duration? {
        switch status.state {
        case .connecting, .reconnecting: words = ("stream", status.outageReason)
        case .sinkLost: words = ("sound device", status.device.reason)
        // A connection without sound may be lost again at once.
        case .buffering: return nil
        case .idle, .playing, .paused, .lost, .failed, .stopped:
            since = nil
            return nil
        }
        guard since == nil else { return nil }
        since = now
        count = 0
        return .seconds(60 * minutes)
    }

    /// The reminder that is due at `now`, and the wait before the next one; `nil` if none is due.
    mutating func next(at now: Duration) -> (line: String, wait: Duration)? {
        // Timers are not exact to the last millisecond.
        guard let since, now - since >= .seconds(60 * minutes - 1) else { return nil }
        let passed = minutes
        let time = passed < 60 ? "\(passed) min" : "\(passed / 60) h"
        count += 1
        let reason = words.reason.map { ": \($0)" } ?? ""
        return (
            "still no \(words.subject) after \(time)\(reason)", .seconds(60 * (minutes - passed))
        )
    }

    /// The minutes after which the next reminder is due.
    private var minutes: Int {
        count < Self.firstMinutes.count
            ? Self.firstMinutes[count] : 60 * (count - Self.firstMinutes.count + 1)
    }
}

extension PlayerStatus {
    /// Why the stream is not there; `nil` if that is not known.
    fileprivate var outageReason: String? {
        reconnection?.reason ?? (failedSource?.source == source ? failedSource?.reason : nil)
    }
}
