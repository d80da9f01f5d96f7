import StationMonitoring
import Testing

@testable import InterludeCLI

@Suite("The table of a monitor")
struct MonitorTableTests {
    private static func station(
        _ name: String, isPlaying: Bool = true, title: String? = nil
    ) -> MonitorSnapshot.Station {
        var figures = StationFigures()
        figures.state = isPlaying ? .playing : .reconnecting
        figures.title = title
        if isPlaying {
            figures.behindLive = .milliseconds(4100)
            figures.loudness = -18.4
        }
        return MonitorSnapshot.Station(name: name, source: "http://a.example/", figures: figures)
    }

    /// A station whose alarm stands.
    private static func silent(_ name: String) -> MonitorSnapshot.Station {
        var watch = StationWatch(at: UTCTime(seconds: 0))
        var station = station(name, isPlaying: false)
        watch.limits.down = .seconds(15)
        station.alarms = watch.findings(at: UTCTime(seconds: 16))
        return station
    }

    private static func lines(
        _ stations: [MonitorSnapshot.Station], columns: Int = 80, rows: Int = 24,
        style: TextStyle = .plain
    ) -> [String] {
        var snapshot = MonitorSnapshot(at: UTCTime(seconds: 0))
        snapshot.stations = stations
        let table = MonitorTable(
            size: TerminalSize(columns: columns, rows: rows), style: style)
        return table.lines(of: snapshot).map(\.characters)
    }

    @Test("has a line for each station, with its title or what is wrong")
    func lines() {
        #expect(
            Self.lines([
                Self.station("Harbour FM", title: "Sea\u{1B}[2J Shanty"), Self.silent("News"),
            ]) == [
                "1 of 2 stations play, 1 alarm",
                "Harbour FM playing      4.1 s     -18 LUFS   Sea [2J Shanty",
                "News       reconnecting                      not playing for 16 s",
            ])
        #expect(Self.lines([Self.station("a")]).first == "1 of 1 stations play, no alarm")
    }

    @Test("fits the window: a column stays free, where some terminals wrap")
    func narrow() {
        let title = String(repeating: "long ", count: 40)
        for line in Self.lines([Self.station("Harbour FM", title: title)], columns: 40) {
            #expect(TextColumns.count(of: line) <= 39, "\(line)")
        }
    }

    @Test("leaves out figures where what is wrong would be cut")
    func reason() {
        #expect(
            Self.lines([Self.silent("News")], columns: 50).last
                == "News reconnecting not playing for 16 s")
    }

    @Test("shows stations with alarms first where there is not room for all")
    func short() {
        let stations =
            (0..<20).map { Self.station("quiet \($0)") } + [Self.silent("loud")]
        let lines = Self.lines(stations, rows: 8)
        #expect(lines.count == 7)
        #expect(lines[1].hasPrefix("loud "))
        #expect(lines[2].hasPrefix("quiet 0 "))
        #expect(lines.last == "and 16 more")
    }

    @Test("has colours for what is wrong")
    func colored() {
        let lines = Self.lines([Self.silent("a")], style: .colored)
        #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[31m") && $0.hasSuffix("\u{1B}[0m") })
    }
}
