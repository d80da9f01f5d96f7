import Interlude
import MediaTime
import PlainText
import ReportPages

/// Renders the status of a player as one line.
///
/// A narrow line drops the least important parts first: gain, loudness, buffer, title, volume.
struct StatusLine {
    /// The width limit in columns; `nil` for no limit.
    var width: Int?
    var style: TextStyle

    /// The line with the escape sequences of its colours.
    func render(_ status: PlayerStatus) -> String { text(for: status).characters }

    /// The line for `status`, without a line end.
    func text(for status: PlayerStatus) -> TerminalText {
        var parts = parts(of: status)
        for index in parts.indices { parts[index].text = parts[index].text.printable() }
        if let width {
            while parts.count > 1, Self.columns(of: parts) > width {
                let least = parts.indices.dropFirst().min {
                    (parts[$0].weight, -$0) < (parts[$1].weight, -$1)
                }
                parts.remove(at: least ?? parts.count - 1)
            }
        }
        return parts.enumerated().reduce(TerminalText()) { line, part in
            let (index, part) = part
            let text = width.map { TextColumns.truncate(part.text, to: $0) } ?? part.text
            let gap = TerminalText(index > 0 ? Self.separator : "")
            return line + gap + TerminalText(text, part.color, in: style)
        }
    }

    private static let separator = "  "

    /// The length limit for titles, in characters.
    private static let titleLimit = 200

    private static func columns(of parts: [Part]) -> Int {
        parts.map { TextColumns.count(of: $0.text) }.reduce(0, +)
            + separator.count * (parts.count - 1)
    }

    /// A part of the line, shown whole or not at all.
    private struct Part {
        var text: String
        var color = TextStyle.Color.plain
        /// The part with the lowest weight is dropped first.
        var weight: Int
    }

    private func parts(of status: PlayerStatus) -> [Part] {
        var parts = [state(of: status)]
        parts.append(Part(text: Self.position(of: status), weight: 90))
        if let delay = status.behindLive, status.state != .reconnecting {
            let seconds = Figures.tenths(delay)
            let text = seconds == "0.0" ? "live" : "\(seconds) s behind live"
            parts.append(Part(text: text, weight: 70))
        }
        if let unit = Self.words(for: status.truex) {
            parts.append(Part(text: unit, color: .highlighted, weight: 96))
        } else if let adBreak = status.adBreak {
            parts += Self.parts(of: adBreak)
        } else if let title = status.title, !title.isEmpty {
            parts.append(Part(text: "“\(title.printable(limit: Self.titleLimit))”", weight: 40))
        }
        if status.queuedSpots > 0 {
            parts.append(Part(text: "\(status.queuedSpots) queued", weight: 65))
        }
        if status.volume != .unity {
            let percent = Int(saturating: Double(status.volume.linear * 100).rounded())
            parts.append(Part(text: "vol \(percent) %", weight: 50))
        }
        if status.state.hasBuffer, status.reconnection == nil || status.buffered > .zero {
            parts.append(Part(text: "buffer \(Figures.tenths(status.buffered)) s", weight: 30))
        }
        if let loudness = status.loudness {
            parts.append(Part(text: "loudness \(Figures.tenths(loudness)) LUFS", weight: 25))
        }
        if status.underruns > 0 {
            let text = status.underruns == 1 ? "1 underrun" : "\(status.underruns) underruns"
            parts.append(Part(text: text, color: .alarming, weight: 80))
        }
        return parts
    }

    /// A stream that is held for an interactive ad is not shown as buffering.
    private func state(of status: PlayerStatus) -> Part {
        switch (status.state, status.truex) {
        case (.playing, .nothing), (.buffering, .nothing), (.idle, _), (.connecting, _),
            (.reconnecting, _), (.paused, _), (.sinkLost, _), (.lost, _), (.failed, _),
            (.stopped, _):
            Part(text: Self.name(of: status), color: Self.color(of: status.state), weight: 99)
        case (.playing, _), (.buffering, _): Part(text: "held", color: .good, weight: 99)
        }
    }

    private static func position(of status: PlayerStatus) -> String {
        let position = Figures.clock(status.position)
        return status.length.map { "\(position) / \(Figures.clock($0))" } ?? position
    }

    private static func parts(of adBreak: BreakStatus) -> [Part] {
        let left = Figures.wholeSeconds(adBreak.spotRemaining)
        let spot = "ad \(adBreak.spotNumber) of \(adBreak.spotCount), \(left) s left"
        var parts = [Part(text: spot, color: .highlighted, weight: 95)]
        if let remaining = adBreak.remaining {
            let seconds = Figures.wholeSeconds(remaining)
            parts.append(Part(text: "back in \(seconds) s", color: .highlighted, weight: 75))
        }
        if let decibels = adBreak.spotDecibels {
            let sign = decibels > 0 ? "+" : ""
            parts.append(Part(text: "gain \(sign)\(Figures.tenths(decibels)) dB", weight: 20))
        }
        let title = adBreak.advertisement.title.printable(limit: titleLimit)
        parts.append(Part(text: "“\(title)”", weight: 60))
        return parts
    }

    /// The state of an interactive ad, and the keys that answer it.
    private static func words(for view: TruexView) -> String? {
        switch view {
        case .nothing: return nil
        case .loading: return "loading an ad"
        case .choiceCard(let card):
            let left = card.left.map { "  \(Figures.wholeSeconds($0.seconds)) s" }
            return "[1] interact  [2] hear the ads\(left ?? "")"
        case .engagement(let unit):
            let left = "\(Figures.wholeSeconds(unit.attentionLeft.seconds)) s left"
            switch unit.exit {
            case .done: return "credit earned  [2] done"
            case .cancel:
                let key = unit.interaction == .missing ? "  [1] interact" : ""
                return "interactive ad, \(left)\(key)  [2] back"
            case .none: return "interactive ad, \(left)"
            }
        case .cancelPrompt: return "leave the ad (no reward)?  [1] leave  [2] stay"
        case .skipCard(let card):
            let left = Figures.wholeSeconds(card.left.seconds)
            let sponsor = card.sponsor.campaignName.printable(limit: titleLimit)
            return "no ads, thanks to \(sponsor)  \(left) s"
        case .popup: return "a page of the ad is open  [1] continue"
        }
    }

    private static func name(of status: PlayerStatus) -> String {
        switch status.state {
        case .idle: "ready"
        case .connecting: "connecting…"
        case .playing: "playing"
        case .buffering: "buffering…"
        case .reconnecting: status.reconnection.map(words) ?? "reconnecting…"
        case .paused: "paused"
        case .sinkLost: "no sound device\(Self.limit(status.sinkWait))"
        case .lost: "stream lost"
        case .failed: "failed"
        case .stopped: "stopped"
        }
    }

    private static func words(for reconnection: PlayerStatus.Reconnection) -> String {
        "reconnecting, try \(reconnection.tryCount)\(limit(reconnection.remaining))"
    }

    private static func limit(_ remaining: Duration?) -> String {
        remaining.map { ", gives up in \(Figures.wholeSeconds($0)) s" } ?? ""
    }

    private static func color(of state: PlayerStatus.State) -> TextStyle.Color {
        switch state {
        case .playing: .good
        case .idle, .paused, .stopped: .plain
        case .connecting, .buffering, .reconnecting: .highlighted
        case .sinkLost, .lost, .failed: .alarming
        }
    }
}

extension PlayerStatus.State {
    /// Whether the fill of the buffer is shown.
    fileprivate var hasBuffer: Bool {
        switch self {
        case .playing, .buffering, .reconnecting, .paused, .sinkLost: true
        case .idle, .connecting, .lost, .failed, .stopped: false
        }
    }
}
