import Interlude
import Testing

@testable import StationMonitoring

@Suite("The metrics")
struct MetricsTextTests {
    private static let time = UTCTime(seconds: 1_800_000_000)

    private static var harbour: MonitorSnapshot.Station {
        var figures = StationFigures()
        figures.state = .playing
        figures.title = "Sea <i>Shanty</i>"
        figures.behindLive = .milliseconds(4100)
        figures.buffered = .seconds(2)
        figures.loudness = -18.25
        figures.breakCount = 3
        figures.unfilledCount = 1
        figures.cueCount = 4
        figures.spots = [.completed: 5, .failed: 1]
        figures.streamUnderrunCount = 2
        figures.beacons = [.queued: 9, .confirmed: 8, .gaveUp: 1]
        figures.reconnectCount = 1
        return MonitorSnapshot.Station(
            name: "Harbour \"FM\" \\ 1\n", source: "http://a.example/", figures: figures,
            stateSince: time,
            alarms: [
                AlarmFinding(
                    .beaconLost, since: time, limit: 1, value: 1, words: "1 beacon given up")
            ], raisedCounts: [.beaconLost: 2])
    }

    @Test("are in the text format of Prometheus, with what is known of each station")
    func golden() {
        var snapshot = MonitorSnapshot(at: Self.time)
        snapshot.stations = [
            Self.harbour,
            MonitorSnapshot.Station(
                name: "b", source: "http://b.example/", figures: StationFigures()),
        ]
        snapshot.webhook.delivered = 3
        let lines = snapshot.metrics.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        #expect(lines.last == "")
        let name = #"Harbour \"FM\" \\ 1\n"#
        let beginning = [
            "# HELP interlude_up Whether the stream of the station plays (1) or not (0).",
            "# TYPE interlude_up gauge",
            "interlude_up{station=\"\(name)\"} 1",
            "interlude_up{station=\"b\"} 0",
            "# HELP interlude_behind_live_seconds How far playback is behind the live edge.",
            "# TYPE interlude_behind_live_seconds gauge",
            "interlude_behind_live_seconds{station=\"\(name)\"} 4.1",
            "# HELP interlude_buffered_seconds How much audio is available ahead of playback.",
            "# TYPE interlude_buffered_seconds gauge",
            "interlude_buffered_seconds{station=\"\(name)\"} 2",
            "interlude_buffered_seconds{station=\"b\"} 0",
            "# HELP interlude_loudness_lufs The loudness of the last minutes of the programme.",
            "# TYPE interlude_loudness_lufs gauge",
            "interlude_loudness_lufs{station=\"\(name)\"} -18.25",
            "# HELP interlude_cues_total Markers of breaks in the stream.",
            "# TYPE interlude_cues_total counter",
            "interlude_cues_total{station=\"\(name)\"} 4",
            "interlude_cues_total{station=\"b\"} 0",
        ]
        #expect(Array(lines.prefix(beginning.count)) == beginning)
        for line in [
            "interlude_breaks_total{station=\"\(name)\"} 3",
            "interlude_breaks_unfilled_total{station=\"\(name)\"} 1",
            "interlude_spots_total{station=\"\(name)\",outcome=\"completed\"} 5",
            "interlude_spots_total{station=\"\(name)\",outcome=\"failed\"} 1",
            "interlude_spots_total{station=\"\(name)\",outcome=\"notUsed\"} 0",
            "interlude_underruns_total{station=\"\(name)\",place=\"stream\"} 2",
            "interlude_underruns_total{station=\"\(name)\",place=\"device\"} 0",
            "interlude_beacons_total{station=\"\(name)\",outcome=\"gaveUp\"} 1",
            "interlude_reconnects_total{station=\"\(name)\"} 1",
            "interlude_alarm{station=\"\(name)\",alarm=\"beaconLost\"} 1",
            "interlude_alarm{station=\"b\",alarm=\"beaconLost\"} 0",
            "interlude_alarms_total{station=\"\(name)\",alarm=\"beaconLost\"} 2",
            "interlude_webhook_notices_total{outcome=\"delivered\"} 3",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test("have a description and a type before the samples of each, once")
    func headings() {
        var snapshot = MonitorSnapshot(at: Self.time)
        snapshot.stations = [Self.harbour]
        var described: [String] = []
        for line in snapshot.metrics.split(separator: "\n") {
            if let help = line.wholeMatch(of: /# HELP (\w+) .+/) {
                #expect(!described.contains(String(help.1)))
                described.append(String(help.1))
            } else if let type = line.wholeMatch(of: /# TYPE (\w+) (counter|gauge)/) {
                #expect(described.last == String(type.1))
                #expect((type.2 == "counter") == type.1.hasSuffix("_total"))
            } else {
                #expect(described.last == String(line.prefix { $0 != "{" }), "\(line)")
            }
        }
        #expect(described.count == 15)
    }

    @Test("values that are no numbers are written as Prometheus reads them")
    func numbers() {
        var text = MetricsText()
        text.add(
            "a", .gauge, "A \\ b\nc.",
            [
                .init([], .infinity), .init([], -.infinity), .init([], .nan), .init([], 0.5),
            ])
        text.add("none", .gauge, "Nothing.", [])
        #expect(
            text.text == """
                # HELP a A \\\\ b\\nc.
                # TYPE a gauge
                a +Inf
                a -Inf
                a NaN
                a 0.5

                """)
    }

    @Test("the list for programs has what is known of each station")
    func json() {
        var snapshot = MonitorSnapshot(at: Self.time)
        snapshot.stations = [Self.harbour]
        let text = snapshot.json.description
        for part in [
            #"{"time":"2027-01-15T08:00:00Z","stations":[{"name":"Harbour \"FM\" \\ 1\n","#,
            #""state":"playing","up":true,"since":"2027-01-15T08:00:00Z""#,
            #""behindLive":4.1,"buffered":2,"loudness":-18.25,"cues":4,"breaks":3"#,
            #""spots":{"completed":5,"skipped":0,"failed":1,"credited":0,"notUsed":0}"#,
            #""underruns":{"stream":2,"device":0}"#,
            #""alarms":[{"alarm":"beaconLost","since":"2027-01-15T08:00:00Z","limit":1,"#,
        ] {
            #expect(text.contains(part), "\(text)")
        }
    }

    @Test("the page loads itself again, and shows texts of stations as texts")
    func page() {
        var snapshot = MonitorSnapshot(at: Self.time)
        snapshot.stations = [Self.harbour]
        let html = MonitorPage(snapshot).html
        #expect(html.contains(#"<meta http-equiv="refresh" content="5">"#))
        #expect(html.contains("Sea &lt;i&gt;Shanty&lt;/i&gt;"))
        #expect(html.contains("1 of 1") && html.contains("1 beacon given up"))
        #expect(!html.contains("<script"))
    }

    @Test("the page marks what is wrong, and what is unknown")
    func marks() {
        var snapshot = MonitorSnapshot(at: Self.time)
        #expect(MonitorPage(snapshot).html.contains("0 of 0"))
        var down = MonitorSnapshot.Station(
            name: "b", source: "http://b.example/", figures: StationFigures())
        snapshot.stations = [down]
        func row() -> String {
            let lines = MonitorPage(snapshot).html.split(separator: "\n")
            return lines.first { $0.hasPrefix("<tr><th scope=\"row\">") }.map(String.init) ?? ""
        }
        func cell(_ kind: String?, _ name: String, _ text: String) -> String {
            "<td \(kind.map { "class=\"\($0)\" " } ?? "")data-name=\"\(name)\">\(text)</td>"
        }
        for part in [
            cell("text bad", "State", "<bdi>idle</bdi>"), cell("text", "Alarms", "<bdi></bdi>"),
            cell(nil, "Behind live (s)", "–"), cell(nil, "Loudness (LUFS)", "–"),
            cell(nil, "Beacons lost", "0"), cell(nil, "Underruns", "0"),
        ] {
            #expect(row().contains(part), "\(row())")
        }
        #expect(snapshot.playingCount == 0 && snapshot.alarmCount == 0)
        down = Self.harbour
        down.figures.deviceUnderrunCount = 3
        down.alarms += down.alarms
        snapshot.stations = [down]
        for part in [
            cell("text", "State", "<bdi>playing</bdi>"),
            cell("text bad", "Alarms", "<bdi>1 beacon given up; 1 beacon given up</bdi>"),
            cell(nil, "Behind live (s)", "4.1"), cell(nil, "Breaks", "3"),
            cell(nil, "Spots heard", "5"), cell("bad", "Beacons lost", "1"),
            cell(nil, "Underruns", "5"), cell(nil, "Reconnects", "1"),
        ] {
            #expect(row().contains(part), "\(row())")
        }
        #expect(snapshot.playingCount == 1 && snapshot.alarmCount == 2)
        let html = MonitorPage(snapshot).html
        #expect(html.contains("<b>2</b><span>alarms</span>") && html.contains("<b>1 of 1</b>"))
        snapshot.stations[0].alarms.removeLast()
        #expect(MonitorPage(snapshot).html.contains("<b>1</b><span>alarm</span>"))
        #expect(html.contains("2027-01-15T08:00:00Z"))
    }

    @Test("a title is in the list for programs without control characters, and in short")
    func title() {
        var station = Self.harbour
        station.figures.title = "\u{1B}" + String(repeating: "a", count: 8000)
        let text = station.json.description
        #expect(!text.contains("u001b") && text.count < 2000)
    }

    @Test(
        "a server for this machine alone answers only to its own names",
        arguments: [
            ("127.0.0.1", "127.0.0.1:9470", true), ("127.0.0.1", "localhost:9470", true),
            ("::1", "[::1]:9470", true), ("127.0.0.1", "rebound.example:9470", false),
            ("localhost", "127.0.0.1.example", false), ("127.0.0.1", "192.0.2.1", false),
            ("0.0.0.0", "monitor.example:9470", true),
        ])
    func hosts(host: String, authority: String, isAllowed: Bool) {
        #expect(HostRule(listeningAt: host).allows(authority) == isAllowed)
        #expect(HostRule(listeningAt: "127.0.0.1").allows(nil) == false)
    }
}
