import Interlude
import PlainText

/// Decides what a service manager is told about a session. A value.
struct ServiceReport: Hashable, Sendable {
    private var text: String?
    private var stage = Stage.starting

    private enum Stage: Hashable {
        case starting
        case ready
        case stopping
    }

    /// The notices that are due at `status`.
    mutating func receive(_ status: PlayerStatus) -> [ServiceNotice] {
        var notices: [ServiceNotice] = []
        let newStage = stage(of: status)
        if newStage != stage {
            stage = newStage
            notices += newStage == .ready ? [.ready] : [.stopping]
        }
        let newText = Self.text(for: status)
        if newText != text {
            text = newText
            notices.append(.status(newText))
        }
        return notices
    }

    /// A player is ready once its stream plays, and stays ready while it reconnects. One that
    /// retries its first stream is ready too, because the station may be away for hours.
    private func stage(of status: PlayerStatus) -> Stage {
        switch status.state {
        case .playing, .paused: .ready
        case .connecting where status.failedSource != nil: .ready
        // Without a limit, the manager should not end the wait either.
        case .sinkLost where status.sinkWait == nil: .ready
        case .idle, .connecting, .buffering, .reconnecting, .sinkLost: stage
        case .lost, .failed, .stopped: .stopping
        }
    }

    private static func text(for status: PlayerStatus) -> String {
        let name = SourceName(status.source)
        let source = name.address ?? name.title
        if let adBreak = status.adBreak, !adBreak.isSlate, status.state != .sinkLost {
            return
                "Advertisement \(adBreak.spotNumber) of \(adBreak.spotCount): \(adBreak.advertisement.title)"
        }
        return switch status.state {
        case .connecting where status.failedSource?.source == status.source:
            "Retrying \(source): \(status.failedSource?.reason ?? "")"
        case .idle, .connecting: "Connecting to \(source)"
        case .buffering: "Waiting for \(source)"
        case .reconnecting: "Reconnecting to \(source)"
        case .playing: "Playing \(status.title.map { "\($0), " } ?? "")\(source)"
        case .paused: "Paused \(source)"
        case .sinkLost: "No sound device for \(source)"
        case .lost: "Lost \(source)"
        case .failed: "Cannot play \(source)"
        case .stopped: "Stopped"
        }
    }
}

/// A notification to the service manager (sd_notify(3)).
enum ServiceNotice: Hashable, Sendable {
    case ready
    /// A text for people.
    case status(String)
    /// Resets the watchdog.
    case alive
    case stopping

    /// The text to send.
    var assignment: String {
        switch self {
        case .ready: "READY=1"
        // A line break would begin another assignment; `printable` removes them.
        case .status(let text): "STATUS=" + text.printable(limit: 500)
        case .alive: "WATCHDOG=1"
        case .stopping: "STOPPING=1"
        }
    }
}
