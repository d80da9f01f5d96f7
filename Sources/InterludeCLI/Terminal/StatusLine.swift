import Interlude
import MediaTime
import PlainText
import ReportPages

/// Renders the status of a player as one line.
///
/// A narrow line shortens its parts and then leaves them out, the least important first: gain,
/// loudness, buffer, station, volume, position in a live stream, title, queued spots, delay.
struct StatusLine {
    /// The width limit in columns; `nil` for no limit.
    var width: Int?
    var style: TextStyle
    /// Whether the volume was changed just now, so that only the state, an advertisement and a card of
    /// true[X] are more important.
    var isVolumeNew = false

    /// The line with the escape sequences of its colours.
    func render(_ status: PlayerStatus, noting note: String? = nil) -> String {
        text(for: status, noting: note).characters
    }

    /// The line for `status`, without a line end. A note about a key takes the place of all but the
    /// state.
    func text(for status: PlayerStatus, noting note: String? = nil) -> TerminalText {
        var parts =
            note.map { note in
                [Self.state(of: status), .title(note, weight: 90, .highlighted)]
            } ?? parts(of: status)
        if let width { Self.fit(&parts, into: width) }
        return parts.reduce(TerminalText()) { line, part in
            guard let text = part.text else { return line }
            let shown = width.map { TextColumns.truncate(text, to: $0) } ?? text
            let gap = TerminalText(line == TerminalText() ? "" : Self.separator)
            return line + gap + TerminalText(shown, part.color, in: style)
        }
    }

    private static let separator = "  "

    private static func columns(of parts: [StatusPart]) -> Int {
        let texts = parts.compactMap(\.text)
        return texts.map(TextColumns.count).reduce(0, +) + separator.count * (texts.count - 1)
    }

    /// Shortens `parts` until they fit. The room that is left goes to the most important of what was
    /// given up, and then to titles that were cut.
    private static func fit(_ parts: inout [StatusPart], into width: Int) {
        while columns(of: parts) > width {
            let least = parts.indices.filter { parts[$0].weight != nil }
                .min { (parts[$0].weight ?? 0, -$0) < (parts[$1].weight ?? 0, -$1) }
            guard let least else { return }
            parts[least].shorten()
        }
        let lost = parts.indices.sorted { parts[$0].lostWeight ?? 0 > parts[$1].lostWeight ?? 0 }
        for index in lost {
            while parts[index].lostWeight != nil {
                var longer = parts
                longer[index].lengthen()
                guard columns(of: longer) <= width else { break }
                parts = longer
            }
        }
        for index in parts.indices.reversed() {
            parts[index].grow(by: width - columns(of: parts))
        }
    }

    private func parts(of status: PlayerStatus) -> [StatusPart] {
        var parts = [Self.state(of: status)]
        if status.state == .sinkLost, let reconnection = status.reconnection {
            parts.append(StatusPart(Self.words(for: reconnection), .alarming))
        }
        parts.append(Self.position(of: status))
        if let delay = status.behindLive, status.reconnection == nil, status.state != .reconnecting
        {
            parts.append(Self.part(forDelay: delay))
        }
        if let unit = Self.words(for: status.truex) {
            parts.append(StatusPart(unit, weight: 96, .highlighted))
        } else if let adBreak = status.adBreak {
            parts += Self.parts(of: adBreak)
        } else {
            if let station = status.station, !station.isEmpty {
                parts.append(.title(station, weight: 42))
            }
            if let title = status.title, !title.isEmpty {
                parts.append(.title(title, between: ("“", "”"), weight: 55))
            }
        }
        if status.queuedSpots > 0 {
            parts.append(StatusPart("\(status.queuedSpots) queued", weight: 65))
        }
        parts += volume(of: status).map { [$0] } ?? []
        if status.adVolume != .unity {
            let percent = Int(saturating: Double(status.adVolume.linear * 100).rounded())
            parts.append(StatusPart("ads \(percent) %", weight: 44))
        }
        if status.state.hasBuffer, status.reconnection == nil || status.buffered > .zero {
            parts.append(StatusPart("buffer \(Figures.tenths(status.buffered)) s", weight: 30))
        }
        if let loudness = status.loudness {
            let text = "\(Self.signed(Figures.whole(loudness.rounded()))) LUFS"
            parts.append(
                StatusPart([
                    .init(text: "loudness \(text)", weight: 22), .init(text: text, weight: 25),
                ]))
        }
        if status.underruns > 0 {
            let text = status.underruns == 1 ? "1 underrun" : "\(status.underruns) underruns"
            parts.append(StatusPart(text, weight: 80, .alarming))
        }
        return parts
    }

    /// The volume, unless it is 100 % and old.
    private func volume(of status: PlayerStatus) -> StatusPart? {
        // The state already says "muted (volume 0)".
        let isNamed =
            status.volume.linear == 0 && status.state == .playing && status.truex == .nothing
        guard isVolumeNew || status.volume != .unity, !isNamed else { return nil }
        let percent = Int(saturating: Double(status.volume.linear * 100).rounded())
        return StatusPart("volume \(percent) %", weight: isVolumeNew ? 94 : 45)
    }

    /// A number with the minus sign of typography.
    private static func signed(_ number: String) -> String {
        number.replacing("-", with: "\u{2212}")
    }

    private static func position(of status: PlayerStatus) -> StatusPart {
        let position = Figures.clock(status.position)
        let whole = status.length.map {
            StatusPart.Form(text: "\(position) / \(Figures.clock($0))", weight: 58)
        }
        // That of a live stream only says for how long it has been heard.
        let weight = status.behindLive == nil ? 90 : 52
        return StatusPart([whole, .init(text: position, weight: weight)].compactMap { $0 })
    }

    private static func part(forDelay delay: Duration) -> StatusPart {
        let seconds = Figures.tenths(delay)
        guard seconds != "0.0" else { return StatusPart("live", weight: 70) }
        return StatusPart([
            .init(text: "\(seconds) s behind live", weight: 54),
            .init(text: "\(seconds) s behind", weight: 70),
        ])
    }

    private static func parts(of adBreak: BreakStatus) -> [StatusPart] {
        guard !adBreak.isSlate else {
            let left = adBreak.remaining.map { "back in \(Figures.wholeSeconds($0)) s" }
            return [
                StatusPart("slate", weight: 92, .highlighted),
                left.map { StatusPart($0, weight: 75, .highlighted) },
            ].compactMap { $0 }
        }
        let left = Figures.wholeSeconds(adBreak.spotRemaining)
        let number = "ad \(adBreak.spotNumber) of \(adBreak.spotCount)"
        var parts = [
            StatusPart(
                [
                    .init(text: "\(number), \(left) s left", weight: 92),
                    .init(text: "\(number), \(left) s", weight: 95),
                ], .highlighted)
        ]
        if let wait = adBreak.skipWait, wait > .zero {
            parts.append(
                StatusPart("skip in \(Figures.wholeSeconds(wait)) s", weight: 72, .highlighted))
        }
        if let remaining = adBreak.remaining {
            let seconds = Figures.wholeSeconds(remaining)
            parts.append(StatusPart("back in \(seconds) s", weight: 75, .highlighted))
        }
        if let decibels = adBreak.spotDecibels {
            let sign = decibels > 0 ? "+" : ""
            parts.append(
                StatusPart("gain \(sign)\(signed(Figures.tenths(decibels))) dB", weight: 20))
        }
        parts.append(.title(adBreak.advertisement.title, between: ("“", "”"), weight: 60))
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
            let sponsor = card.sponsor.campaignName.printable(limit: 200)
            return "no ads, thanks to \(sponsor)  \(left) s"
        case .popup: return "a page of the ad is open  [1] continue"
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
