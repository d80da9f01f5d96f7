import PlainText
import ReportPages
import StationMonitoring

/// The stations as lines of a terminal, in the order of their list. A value.
///
/// Where there are more than lines, those with an alarm come first, and the last line counts the
/// others.
struct MonitorTable: Hashable, Sendable {
    var size: TerminalSize
    var style: TextStyle

    private static let longestName = 24
    private static let stateWidth = 12
    private static let delayWidth = 9
    private static let loudnessWidth = 10

    func lines(of snapshot: MonitorSnapshot) -> [TerminalText] {
        // Below the table is the cursor.
        let room = max(1, size.rows - 2)
        let stations = snapshot.stations
        var shown = stations
        if stations.count > room {
            let inTrouble = stations.filter { !$0.alarms.isEmpty }
            shown = Array((inTrouble + stations.filter(\.alarms.isEmpty)).prefix(room - 1))
        }
        let width = min(
            Self.longestName, stations.map { TextColumns.count(of: $0.name) }.max() ?? 0)
        var lines = [summary(of: snapshot)]
        lines += shown.map { line(of: $0, nameWidth: width) }
        let rest = stations.count - shown.count
        if rest > 0 { lines.append(TerminalText(cut("and \(rest) more"))) }
        return lines
    }

    private func summary(of snapshot: MonitorSnapshot) -> TerminalText {
        let playing = "\(snapshot.playingCount) of \(snapshot.stations.count) stations play"
        let count = snapshot.alarmCount
        let alarms = count == 0 ? "no alarm" : count == 1 ? "1 alarm" : "\(count) alarms"
        return TerminalText(
            cut("\(playing), \(alarms)"), count == 0 ? .good : .alarming, in: style)
    }

    private func line(of station: MonitorSnapshot.Station, nameWidth: Int) -> TerminalText {
        let figures = station.figures
        let words = station.alarms.map(\.words).joined(separator: "; ")
        let isFine = station.alarms.isEmpty
        let last = isFine ? figures.title ?? "" : words
        let names = [
            padded(TextColumns.truncate(station.name, to: nameWidth), nameWidth),
            padded(figures.state.rawValue, Self.stateWidth),
        ]
        let measures = [
            padded(
                figures.behindLive.map { "\(Figures.tenths($0)) s" } ?? "", Self.delayWidth),
            padded(
                figures.loudness.map { "\(Figures.whole($0.rounded())) LUFS" } ?? "",
                Self.loudnessWidth),
        ]
        let end = [last.printable(limit: 500)]
        var text = (names + measures + end).joined(separator: " ").trimmed
        // What is wrong matters more than the figures beside it.
        if !isFine, TextColumns.count(of: text) > textWidth {
            text = (names + end).joined(separator: " ").trimmed
        }
        let color: TextStyle.Color =
            isFine ? (figures.isPlaying ? .plain : .highlighted) : .alarming
        return TerminalText(cut(text), color, in: style)
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - TextColumns.count(of: text)))
    }

    /// The columns of a line. Some terminals wrap in the last column.
    private var textWidth: Int { max(1, size.columns - 1) }

    private func cut(_ text: String) -> String { TextColumns.truncate(text, to: textWidth) }
}
