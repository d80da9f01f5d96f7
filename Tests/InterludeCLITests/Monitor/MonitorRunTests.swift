import Foundation
import TestFiles
import TestServers
import Testing

@testable import InterludeCLI

/// Runs of the built command with sample stations.
@Suite("A monitor", .timeLimit(.minutes(4)))
struct MonitorRunTests {
    private let command: BuiltCommand

    private static let media = URL(filePath: #filePath)
        .appending(path: "../../../../SampleMedia").standardizedFileURL.path

    init() throws {
        command = try BuiltCommand()
    }

    /// A sample station that sends no more than it has to, so that its end is soon noticed.
    private func station(port: Int) throws -> RunningCommand {
        let station = try RunningCommand(
            command, ["station", "--json", "--port", "\(port)", "--burst", "8192"],
            environment: ["INTERLUDE_MEDIA": Self.media])
        try #require(station.hasPrinted("\n"), "\(station.errors.text)")
        return station
    }

    /// Writes the list of the stations at these ports, and returns its path.
    private func list(_ ports: KeyValuePairs<String, Int>, webhook: String) throws -> String {
        let stations = ports.map { name, port in
            "  - name: \(name)\n    source: http://127.0.0.1:\(port)/live.mp3\n"
        }
        let text = """
            listen: 127.0.0.1:0
            logs: .
            webhook: \(webhook)
            alarms:
              down: 500ms
            stations:
            \(stations.joined())
            """
        return try command.folder.write(text.utf8, to: "stations.yaml")
    }

    /// Waits until the alarm of a station that is down was raised or cleared so many times. Blocks.
    private func isTold(
        _ change: String, of station: String, count: Int = 1, by monitor: RunningCommand
    ) -> Bool {
        let words = #"{"event":"alarm.\#(change)","station":"\#(station)","alarm":"down","#
        return monitor.output.wait(within: .seconds(30)) { bytes -> Bool? in
            let told = String(decoding: bytes, as: UTF8.self).ranges(of: words).count
            return told >= count ? true : nil
        } == true
    }

    private func fetch(_ address: String, _ options: String...) throws -> String {
        try Command(["curl", "-s"] + options + [address]).successful().output
    }

    /// Waits until the metrics have all of `lines`. Blocks.
    private func shows(_ lines: String..., at page: String) throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let metrics = try fetch("\(page)metrics")
            if lines.allSatisfy({ metrics.contains($0 + "\n") }) { return true }
            if .now >= deadline { return false }
        }
    }

    @Test("tells that a station is gone and back, and goes on with the others over a change")
    func outage() throws {
        let ports = (steady: freePort(), shaky: freePort())
        let hook = FaultServer { _, _ in [.head("204 No Content"), .halfClose] }
        defer { hook.stop() }
        let steady = try station(port: ports.steady)
        let both: KeyValuePairs = ["Steady": ports.steady, "Shaky": ports.shaky]
        let file = try list(both, webhook: hook.address("/hook"))
        let monitor = try RunningCommand(command, ["monitor", file])
        try #require(monitor.hasSaid("page: http://", "/\n"), "\(monitor.errors.text)")
        let page = String(try #require(monitor.errors.text.firstMatch(of: /page: (\S+)/)).1)

        #expect(isTold("raised", of: "Shaky", by: monitor))
        let (up, down) = ("interlude_up{station=\"Shaky\"} 1", "interlude_up{station=\"Shaky\"} 0")
        #expect(try shows(down, at: page))
        let shaky = try station(port: ports.shaky)
        #expect(isTold("cleared", of: "Shaky", by: monitor))
        // A busy station runs dry for a moment: a listener has half a second in reserve.
        #expect(try shows(up, "interlude_up{station=\"Steady\"} 1", at: page))
        #expect(try fetch("\(page)api/stations").contains(#""name":"Steady","source":"http:"#))
        #expect(try fetch(page).contains("<title>Interlude monitor</title>"))
        let foreign = try fetch(
            page, "-o", "/dev/null", "-w", "%{http_code}", "-H", "Host: rebound.example")
        #expect(foreign == "403")

        shaky.signal(SIGKILL)
        #expect(isTold("raised", of: "Shaky", count: 2, by: monitor))
        #expect(try shows(down, at: page))

        _ = try list(["Steady": ports.steady], webhook: hook.address("/hook"))
        monitor.signal(SIGHUP)
        #expect(monitor.hasSaid("stations.yaml: read again"))
        #expect(isTold("cleared", of: "Shaky", count: 2, by: monitor))
        #expect(!(try fetch("\(page)metrics").contains("Shaky")))

        try command.folder.write("stations: none".utf8, to: "stations.yaml")
        monitor.signal(SIGHUP)
        #expect(monitor.hasSaid("begin each station with '- name: '; the stations stay"))

        monitor.signal(SIGTERM)
        #expect(monitor.finish() == 0)
        // One session all the time.
        let log = try command.text("Steady.jsonl")
        #expect(log.ranges(of: #""event":"session.began""#).count == 1)
        #expect(log.contains(#""event":"session.stopped""#))
        #expect(hook.requests.first?.line == "POST /hook HTTP/1.1")
        withExtendedLifetime(steady) {}
    }

    @Test("has a table on a terminal, which stays in place")
    func table() throws {
        let terminal = PseudoTerminal(columns: 60)
        let source = try SilentFile.write(seconds: 600, to: "show.wav", in: command.folder)
        let file = try command.folder.write(
            "stations:\n  - name: Harbour\n    source: \(source)\n".utf8, to: "stations.yaml")
        let process = ServerProcess(
            arguments: [
                "sh", "-c",
                "exec setsid --ctty -w \"$@\" < \(terminal.path) > \(terminal.path) "
                    + "2> \(terminal.path)",
                "sh", BuiltCommand.executable, "monitor", file,
            ],
            environment: command.environment.merging(["NO_COLOR": "1", "TERM": "xterm"]) { $1 })
        try process.start()
        #expect(terminal.text(until: "of 1 stations play, no alarm\n") != nil)
        #expect(terminal.text(until: "\u{1B}[A\u{1B}[J1 of 1 stations play, no alarm\n") != nil)
        #expect(terminal.text(until: "Harbour playing") != nil)
        process.signal(SIGTERM)
        #expect(process.wait(atMost: .seconds(20)) == 0)
    }

    @Test("says in one line why it cannot watch, with the status of the reason")
    func refused() throws {
        let server = FaultServer { _, _ in [] }
        defer { server.stop() }
        let one = "stations:\n  - name: a\n    source: http://127.0.0.1:9/\n"
        for (text, status) in [
            ("stations: 5", Int32(65)), (one + one, 65),
            ("listen: 127.0.0.1:\(server.port)\n" + one, 69), ("logs: absent\n" + one, 74),
        ] {
            let file = try command.folder.write(text.utf8, to: "stations.yaml")
            let run = try command.run(["monitor", file])
            #expect(run.status == status, "\(run.errors)")
            #expect(run.complaints.count == 1, "\(run.errors)")
        }
        #expect(try command.run(["monitor", command.folder.file("absent.yaml")]).status == 66)
        #expect(try command.run(["monitor"]).status == 64)
    }
}
