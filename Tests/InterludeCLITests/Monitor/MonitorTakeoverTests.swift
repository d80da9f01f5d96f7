import Foundation
import TestFiles
import TestServers
import Testing

@testable import InterludeCLI

/// Runs of the built command that share sample stations.
@Suite("Several monitors with one folder of leases", .timeLimit(.minutes(4)))
struct MonitorTakeoverTests {
    private let command: BuiltCommand
    private let names = ["East", "North", "South", "West"]

    private static let media = URL(filePath: #filePath)
        .appending(path: "../../../../SampleMedia").standardizedFileURL.path

    init() throws {
        command = try BuiltCommand()
        try FileManager.default.createDirectory(
            atPath: command.folder.file("leases"), withIntermediateDirectories: false)
    }

    private func monitor(_ file: String) throws -> RunningCommand {
        try RunningCommand(
            command,
            [
                "monitor", file, "--leases", command.folder.file("leases"), "--listen",
                "127.0.0.1:0",
            ])
    }

    /// The page of a monitor that has said where it is.
    private func page(of monitor: RunningCommand) throws -> String {
        try #require(monitor.hasSaid("page: http://", "/\n"), "\(monitor.errors.text)")
        return String(try #require(monitor.errors.text.firstMatch(of: /page: (\S+)/)).1)
    }

    /// What is written to the logs of all stations.
    private func logs() throws -> (ProcessOutput, ServerProcess) {
        let output = ProcessOutput()
        let files = names.map { command.folder.file("\($0).jsonl") }
        let process = ServerProcess(arguments: ["tail", "-q", "-n", "+1", "-F"] + files)
        try process.start(output: output)
        return (output, process)
    }

    /// Waits until so many lines of the logs have `words`, one after the other. Blocks.
    private func have(_ count: Int, _ words: [String], in logs: ProcessOutput) -> Bool {
        logs.wait(within: .seconds(90)) { bytes -> Bool? in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            let found = lines.count { line in words.allSatisfy(line.contains) }
            return found >= count ? true : nil
        } == true
    }

    @Test("take over the stations of one that is killed, and count no break twice")
    func killed() throws {
        let port = freePort()
        let station = try RunningCommand(
            command,
            [
                "station", "--json", "--port", "\(port)", "--markers", "adswizz", "--break-every",
                "45s", "--break-length", "40s",
            ],
            environment: ["INTERLUDE_MEDIA": Self.media])
        try #require(station.hasPrinted("\n"), "\(station.errors.text)")
        let stations = names.map {
            """
              - name: \($0)
                source: http://127.0.0.1:\(port)/live.mp3
                cues: icy

            """
        }
        // Each has an address of its own, so this one may be taken.
        let file = try command.folder.write(
            "listen: 127.0.0.1:\(port)\nlogs: .\nstations:\n\(stations.joined())".utf8,
            to: "stations.yaml")
        let victim = try monitor(file)
        let heir = try monitor(file)
        #expect(victim.hasSaid("watches 2 of 4\n"), "\(victim.errors.text)")
        #expect(heir.hasSaid("watches 2 of 4\n"), "\(heir.errors.text)")

        // In the middle of the break.
        let (logs, reader) = try logs()
        #expect(have(4, [#""event":"break.dropped""#], in: logs), "\(logs.text)")
        let shown = try Command(["curl", "-s", "\(try page(of: victim))api/stations"]).successful()
        let watched = names.filter { shown.output.contains("\"name\":\"\($0)\"") }
        #expect(watched.count == 2)
        victim.signal(SIGKILL)
        #expect(heir.hasSaid("watches 4 of 4\n"), "\(heir.errors.text)")
        let repeated = [#""event":"break.dropped""#, #""earlier":true"#]
        #expect(have(2, repeated, in: logs), "\(logs.text)")
        reader.stop()
        let metrics = try Command(["curl", "-s", "\(try page(of: heir))metrics"])
            .successful().output
        for name in names {
            let log = try command.text("\(name).jsonl").split(separator: "\n")
            let began = log.filter { $0.contains(#""event":"session.began""#) }
            #expect(began.count >= (watched.contains(name) ? 2 : 1), "\(name)")
            for event in ["cue.seen", "break.dropped"] {
                let counted = log.filter {
                    $0.contains("\"event\":\"\(event)\"") && !$0.contains("earlier")
                }
                #expect(counted.count == 1, "\(name): \(counted)")
            }
            #expect(metrics.contains("interlude_breaks_unfilled_total{station=\"\(name)\"} 1\n"))
            #expect(metrics.contains("interlude_cues_total{station=\"\(name)\"} 1\n"))
        }
        heir.signal(SIGTERM)
        #expect(heir.finish() == 0)
        withExtendedLifetime(station) {}
    }

    @Test("say in one line why they cannot use a folder")
    func refused() throws {
        let file = try command.folder.write(
            "stations:\n  - name: a\n    source: http://127.0.0.1:9/\n".utf8, to: "stations.yaml")
        for folder in [command.folder.file("absent"), file, "/sys"] {
            let run = try command.run(["monitor", file, "--leases", folder])
            #expect(run.status == 74, "\(run.errors)")
            #expect(run.complaints.count == 1, "\(run.errors)")
            #expect(run.complaints.first?.contains("--leases \(folder): ") == true)
        }
        #expect(try command.run(["monitor", file, "--listen", "a b"]).status == 64)
    }
}
