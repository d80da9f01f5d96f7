import MediaTime
import ReportPages

/// The page with all stations. It loads itself again every few seconds, without a script. A value.
package struct MonitorPage: Hashable, Sendable {
    package var snapshot: MonitorSnapshot

    private static let reloadSeconds = 5

    package init(_ snapshot: MonitorSnapshot) {
        self.snapshot = snapshot
    }

    package var html: String {
        var page = ReportPage(
            title: "Interlude monitor",
            parts: [
                ReportPage.header("Stations", [snapshot.time.text]),
                ReportPage.tiles(tiles),
                ReportPage.card(
                    "All stations", [HTML.table("All stations", Self.header, rows)]),
            ])
        page.reloadSeconds = Self.reloadSeconds
        return page.html
    }

    private var tiles: [ReportTile] {
        let (playing, all) = (snapshot.playingCount, snapshot.stations.count)
        return [
            ReportTile(
                number: "\(playing) of \(all)", words: "stations play",
                verdict: playing == all ? .good : .bad),
            ReportTile(
                number: "\(snapshot.alarmCount)",
                words: snapshot.alarmCount == 1 ? "alarm" : "alarms",
                verdict: snapshot.alarmCount == 0 ? .good : .bad),
        ]
    }

    private static let header = [
        "Station", "State", "Alarms", "Title", "Behind live (s)", "Loudness (LUFS)", "Breaks",
        "Spots heard", "Beacons lost", "Underruns", "Reconnects",
    ]

    private var rows: [[HTML.Cell]] {
        snapshot.stations.map { station in
            let figures = station.figures
            let words = station.alarms.map(\.words).joined(separator: "; ")
            let state = figures.state.rawValue
            let lost = figures.beacons[.gaveUp] ?? 0
            return [
                .text(station.name), figures.isPlaying ? .text(state) : .badText(state),
                words.isEmpty ? .text("") : .badText(words), .text(figures.title ?? ""),
                .number(figures.behindLive.map { Figures.tenths($0) } ?? "–"),
                .number(figures.loudness.map { Figures.tenths($0) } ?? "–"),
                .number("\(figures.breakCount)"), .number("\(figures.spots[.completed] ?? 0)"),
                lost > 0 ? .badNumber("\(lost)") : .number("0"),
                .number("\(figures.streamUnderrunCount + figures.deviceUnderrunCount)"),
                .number("\(figures.reconnectCount)"),
            ]
        }
    }
}
