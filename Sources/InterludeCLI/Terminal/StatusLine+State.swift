import Interlude
import ReportPages

/// The state of a player in words. Red if nothing is heard, and that is not as requested.
extension StatusLine {
    static func state(of status: PlayerStatus) -> StatusPart {
        if let mute = mute(in: status) {
            return .needed([.init(text: mute, weight: 99)], .alarming)
        }
        return .needed(words(for: status), color(of: status))
    }

    /// The retry of a lost stream.
    static func words(for reconnection: PlayerStatus.Reconnection) -> [StatusPart.Form] {
        let words = "reconnecting, try \(reconnection.tryCount)"
        return limited(words, by: reconnection.remaining)
            + [.init(text: "reconnecting", weight: 99)]
    }

    private static func words(for status: PlayerStatus) -> [StatusPart.Form] {
        let words: String
        switch status.state {
        case .reconnecting:
            if let reconnection = status.reconnection { return self.words(for: reconnection) }
            words = "reconnecting…"
        case .sinkLost: return limited("no sound device", by: status.sinkWait)
        // A stream that is held for an interactive ad is not shown as buffering.
        case .playing: words = status.truex == .nothing ? "playing" : "held"
        case .buffering: words = status.truex == .nothing ? "buffering…" : "held"
        case .idle: words = "ready"
        case .connecting: words = "connecting…"
        case .paused: words = "paused"
        case .lost: words = "stream lost"
        case .failed: words = "failed"
        case .stopped: words = "stopped"
        }
        return [.init(text: words, weight: 99)]
    }

    private static func limited(_ words: String, by limit: Duration?) -> [StatusPart.Form] {
        let short = StatusPart.Form(text: words, weight: 98)
        guard let limit else { return [short] }
        let left = Figures.wholeSeconds(limit)
        return [.init(text: "\(words), gives up in \(left) s", weight: 93), short]
    }

    /// Why a stream that plays is not heard; `nil` if it is.
    private static func mute(in status: PlayerStatus) -> String? {
        guard status.state == .playing, status.truex == .nothing else { return nil }
        if status.volume.linear == 0 { return "muted (volume 0)" }
        if status.adBreak != nil, status.adVolume.linear == 0 { return "muted (ad volume 0)" }
        switch status.mute {
        case .streamer: return status.adBreak == nil ? "muted by the station" : nil
        case .soundServer: return "muted in the mixer"
        case .preroll: return "muted: the station's advertisement"
        case nil: return nil
        }
    }

    private static func color(of status: PlayerStatus) -> TextStyle.Color {
        switch status.state {
        case .playing: .good
        case .idle, .paused, .stopped: .plain
        case .connecting: .highlighted
        case .buffering: status.truex == .nothing ? .highlighted : .good
        case .reconnecting, .sinkLost, .lost, .failed: .alarming
        }
    }
}
