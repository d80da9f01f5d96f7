import AdPlayback
import Foundation
import Interlude
import StationMonitoring
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("A file of stations")
struct StationListFileTests {
    private static func read(
        _ text: String, path: String = "s.yaml"
    ) throws(CommandError) -> StationList {
        try StationListFile.read(Array(text.utf8), path: path)
    }

    @Test("names stations with their streams, the limits of alarms, and where they are sent")
    func everything() throws {
        let folder = try TemporaryFolder()
        let spot = try SilentFile.write(seconds: 1, to: "tea.wav", in: folder)
        let list = try Self.read(
            """
            listen: 127.0.0.1:9470
            webhook: https://alerts.example/hook
            logs: logs
            alarms:
              down: 30s
              no-cue: 20m
              drift: off
            stations:
              - name: Harbour FM
                source: https://u:p@harbour.example/live.mp3
                cues: icy
                ad-tag:
                  - https://ads.example/one
                  - https://ads.example/two
                fill: tea.wav
                header: 'X-Key: 7'
                allow-private: true
                alarms:
                  silence: off
                  silence-level: -50 LUFS
                  break-late: 1500ms
                  break-without-end: 5m
                  beacon-lost: 3
                  loudness-jump: 9 LU
                  down: 5s
              - name: 'Nachrichten: heute'
                source: http://news.example/
            """, path: folder.file("s.yaml"))
        #expect(list.listen == .init(host: "127.0.0.1", port: 9470))
        #expect(list.webhook == "https://alerts.example/hook")
        #expect(list.logFolder == folder.file("logs"))
        #expect(list.stations.map(\.name) == ["Harbour FM", "Nachrichten: heute"])

        let stream = list.stations[0].stream
        #expect(stream.configuration.source == "https://u:p@harbour.example/live.mp3")
        #expect(stream.configuration.home == stream.configuration.source)
        #expect(stream.configuration.markers?.carriers == [.icy])
        #expect(
            stream.configuration.markers?.adTags == [
                "https://ads.example/one", "https://ads.example/two",
            ])
        #expect(stream.configuration.markers?.fill.map(\.audioFileURL) == [spot])
        #expect(stream.configuration.giveUp == nil)
        #expect(stream.configuration.viewer == ViewerScript([]))
        #expect(stream.headers == [.init("X-Key", "7")])
        #expect(stream.documentAddresses == .any)
        var limits = AlarmLimits()
        limits.noCue = .seconds(1200)
        limits.drift = nil
        limits.down = .seconds(30)
        #expect(list.stations[1].limits == limits)
        limits.silence = nil
        limits.silenceLevel = -50
        limits.breakLate = .milliseconds(1500)
        limits.breakWithoutEnd = .seconds(300)
        limits.beaconLost = 3
        limits.loudnessJump = 9
        limits.down = .seconds(5)
        #expect(list.stations[0].limits == limits)
        #expect(list.stations[1].stream.documentAddresses == .publicOnly)
    }

    @Test("the file in the documentation is one")
    func documented() throws {
        let page = URL(filePath: #filePath)
            .appending(path: "../../../../docs/monitor.md").standardizedFileURL
        let text = try String(contentsOf: page, encoding: .utf8)
        let example = try #require(text.firstMatch(of: /```yaml\n((?s).*?)```/)).1
        let list = try Self.read(String(example))
        #expect(list.stations.map(\.name) == ["Harbour FM", "Harbour News"])
        #expect(list.stations[0].limits.down == .seconds(30))
        #expect(list.stations[1].limits.down == .seconds(30))
        #expect(list.stations[1].limits.loudnessJump == nil)
    }

    @Test("the one that watches a shop, in the shop's documentation, is one")
    func documentedForShops() throws {
        let page = URL(filePath: #filePath)
            .appending(path: "../../../../docs/shop.md").standardizedFileURL
        let text = try String(contentsOf: page, encoding: .utf8)
        let example = try #require(text.firstMatch(of: /```yaml\n(stations:(?s).*?)```/)).1
        let list = try Self.read(String(example))
        #expect(list.stations.map(\.limits.silence) == [.seconds(5)])
    }

    @Test("read again without a change names the same streams")
    func same() throws {
        let text = "stations:\n  - name: a\n    source: http://a.example/\n    cues: hls"
        #expect(try Self.read(text) == Self.read(text))
    }

    private static let one = "stations:\n  - name: a\n    source: http://a.example/\n"

    @Test(
        "with a mistake is refused with the line and what to write",
        arguments: [
            ("", "line 1: there are no stations; write 'stations:' and a list of them"),
            ("- a", "line 1: there are no stations; write 'stations:' and a list of them"),
            (
                "listen: 9470",
                "line 1: \"stations\" is a list; begin each station with '- name: '"
            ),
            (
                "stations: []",
                "line 1: \"stations\" is a list; begin each station with '- name: '"
            ),
            ("\nstation:\n", "line 2: there is no key 'station'; did you mean 'stations'?"),
            (
                "stations:\n  - http://a.example/",
                "line 2: write a station as '- name: NAME' with its 'source: ' below"
            ),
            ("stations:\n  - name: a", "line 2: the station has no source; add 'source: '"),
            (
                "stations:\n  - source: http://a.example/",
                "line 2: the station has no name; add 'name: '"
            ),
            (one + "    volum: 2", "line 4: there is no key 'volum'; "),
            (
                one + "    cues: morse",
                "line 4: \"cues\": write all, none, or some of icy,hls,scte35,id3"
            ),
            (one + "    overrun: stop", "line 4: \"overrun\": write one of cut, fade, finish"),
            (one + "    ad-tag:\n      - http://", "line 5: \"ad-tag\": the address has no host"),
            (one + "    header: [X]", "line 4: \"header\": write it as 'NAME: VALUE'"),
            (one + "    allow-private: yes", "line 4: \"allow-private\": write true or false"),
            (
                one + "    alarms:\n      silents: 2s",
                "line 5: there is no key 'silents'; did you mean 'silence'?"
            ),
            (
                one + "    alarms: loud",
                "line 4: \"alarms\" has a limit per line, as in 'down: 15s'"
            ),
            (
                one + "    alarms: {down: 15}",
                "line 4: \"down\": the unit is missing, as in 15s or 15ms"
            ),
            (one + "    alarms: {down: 0s}", "line 4: \"down\" is longer than nothing, or off"),
            (
                one + "    alarms: {beacon-lost: 0}",
                "line 4: \"beacon-lost\" is a number from 1 to 1000, or off"
            ),
            (
                one + "    alarms: {loudness-jump: 0.5}",
                "line 4: \"loudness-jump\" is a number from 1 to 60 LU, or off"
            ),
            (
                one + "    alarms: {silence-level: off}",
                "line 4: \"silence-level\" is a number from -70 to -10 LUFS"
            ),
            (
                one + "  - name: a\n    source: http://b.example/",
                "line 4: the station 'a' is there twice, also in line 2; rename one"
            ),
            (
                "stations:\n  - name: \"a\\e[2J\"\n    source: http://a.example/",
                "line 2: a name has letters, and no control characters"
            ),
            (
                "stations:\n  - name: ' '\n    source: http://a.example/",
                "line 2: a name has letters, and no control characters"
            ),
            (
                "stations:\n  - name: a\n    source: '-'",
                "line 3: standard input is no station; name an address or a file"
            ),
            ("stations:\n  - name: a\n    source: http://", "line 3: \"source\": the address "),
            (
                "stations:\n  - name: a\n    source: ftp://a.example/",
                "line 3: \"source\": 'ftp' is not supported; use http, https or a file"
            ),
            ("listen: a b:1\n" + one, "line 1: \"listen\": "),
            ("listen: 127.0.0.1:65536\n" + one, "line 1: \"listen\": "),
            ("webhook: alerts.example\n" + one, "line 1: \"webhook\" is an http or https address"),
            (
                one + "    now-playing: http://a.example/now",
                "line 2: --now-playing needs spots that fill its breaks: --fill or --ad-tag"
            ),
        ])
    func mistakes(text: String, line: String) throws {
        let error = try #require(throws: CommandError.self) { try Self.read(text) }
        #expect(error.status == .unreadableInput)
        #expect(error.description.hasPrefix("s.yaml: \(line)"), "\(error)")
        #expect(!error.description.contains { $0.isNewline || $0 == "\u{1B}" })
    }

    @Test("has a bounded number of stations, and of letters in a name")
    func bounded() throws {
        func list(_ count: Int) -> String {
            (0..<count).reduce(into: "stations:\n") { text, number in
                text += "  - name: s\(number)\n    source: http://a.example/\(number)\n"
            }
        }
        for count in [501, 10_000] {
            #expect(
                throws: CommandError(
                    .unreadableInput,
                    "s.yaml: line 2: there are \(count) stations; a monitor watches at most 500, "
                        + "so start several")
            ) { try Self.read(list(count)) }
        }
        let long = String(repeating: "a", count: 81)
        #expect(
            throws: CommandError(
                .unreadableInput, "s.yaml: line 2: a name has at most 80 letters")
        ) { try Self.read("stations:\n  - name: \(long)\n    source: http://a.example/") }
    }

    @Test(
        "has names that fit those of logs, if there are logs",
        arguments: [("a", 80, true), ("ж", 41, true), ("ж", 42, false), ("駅", 28, false)])
    func logNames(letter: String, count: Int, fits: Bool) throws {
        let name = String(repeating: letter, count: count)
        let text = "stations:\n  - name: \(name)\n    source: http://a.example/\n"
        #expect(try Self.read(text).stations.map(\.name) == [name])
        guard !fits else {
            #expect(try Self.read("logs: .\n" + text).stations.count == 1)
            return
        }
        #expect(
            throws: CommandError(
                .unreadableInput,
                "s.yaml: line 3: the name is too long for that of a log; shorten it, or leave out "
                    + "logs")
        ) { try Self.read("logs: .\n" + text) }
    }

    @Test("with a spot or a source that is not there is an input that is missing")
    func missing() throws {
        for text in [
            Self.one + "    fill: absent.wav", "stations:\n  - name: a\n    source: absent.mp3",
        ] {
            let error = #expect(throws: CommandError.self) {
                try Self.read(text, path: "/nowhere/s.yaml")
            }
            #expect(error?.status == .missingInput)
            #expect(error?.description.hasPrefix("/nowhere/absent") == true)
        }
        let error = #expect(throws: CommandError.self) { try StationListFile.read("/nowhere") }
        #expect(error?.status == .missingInput)
    }
}
