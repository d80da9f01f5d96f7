import Foundation
import Glibc
import Interlude
import TestFiles
import TestServers
import Testing

@testable import StationMonitoring

/// Monitors of stations that answer nothing, so that each is down from the start.
@Suite("A monitor of several stations", .timeLimit(.minutes(2)))
struct MonitorTests {
    private let server = Served { _, _ in [.stall] }
    private let hook = Served { _, _ in [.head("204 No Content"), .halfClose] }
    private let folder: TemporaryFolder

    /// A server that stops with its last owner.
    private final class Served: Sendable {
        let server: FaultServer

        init(_ script: @escaping FaultServer.Script) { server = FaultServer(script) }
        deinit { server.stop() }
    }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A station whose alarm is raised as soon as it does not play for `down`.
    private func station(_ name: String, down: Duration? = .zero) -> WatchedStation {
        var limits = AlarmLimits()
        limits.down = down
        return WatchedStation(
            name: name, limits: limits,
            stream: WatchedStream(SessionConfiguration(source: server.server.address("/\(name)"))))
    }

    private func log(of name: String) throws -> String {
        try String(contentsOfFile: folder.file("\(name).jsonl"), encoding: .utf8)
    }

    @Test("shows them in the order of its list, with their alarms and the time")
    func list() async throws {
        var list = StationList([station("b"), station("a"), station("c", down: nil)])
        list.webhook = hook.server.address("/hook")
        let running = RunningMonitor(list)
        let first = try #require(await running.snapshot())
        #expect(first.stations.map(\.name) == ["b", "a", "c"])
        #expect(first.stations.map(\.source) == list.stations.map(\.stream.configuration.source))
        #expect(first.stations.map { $0.alarms.map(\.kind) } == [[.down], [.down], []])
        #expect(first.stations.map(\.raisedCounts) == [[.down: 1], [.down: 1], [:]])
        #expect(first.stations.allSatisfy { $0.stateSince.map { $0 <= first.time } == true })
        let now = UTCTime(seconds: Int(Date().timeIntervalSince1970))
        #expect(abs((now - first.time).inSeconds) < 60)

        // An alarm is told once, however often it is found.
        let later = try #require(
            await running.snapshot { $0.webhook.delivered == 2 && $0.time > first.time })
        #expect(later.stations.map(\.raisedCounts) == first.stations.map(\.raisedCounts))
        #expect(running.changes == ["down raised b", "down raised a"])
        try await running.close()
        #expect(running.monitor.snapshot.stations.map(\.name) == ["b", "a", "c"])
        #expect(
            hook.server.requests.map(\.line) == .init(repeating: "POST /hook HTTP/1.1", count: 2))
        #expect(running.lines == [])
    }

    @Test("takes another list: stations that stay go on, and others end and begin")
    func reload() async throws {
        var list = StationList([station("a"), station("b", down: nil), station("c")])
        (list.webhook, list.logFolder) = (hook.server.address("/first"), folder.path)
        let running = RunningMonitor(list)
        _ = await running.snapshot { $0.alarmCount == 2 }
        try FileManager.default.moveItem(
            atPath: folder.file("b.jsonl"), toPath: folder.file("rotated"))

        var next = StationList([station("d"), station("b")])
        (next.webhook, next.logFolder) = (hook.server.address("/second"), folder.path)
        running.monitor.reload(next)
        let changed = try #require(await running.snapshot { $0.stations.count == 2 })
        #expect(changed.stations.map(\.name) == ["d", "b"])
        #expect(changed.stations.map { $0.alarms.map(\.kind) } == [[.down], [.down]])
        // Those of the webhook before.
        #expect(changed.webhook.delivered >= 2)
        _ = await running.snapshot { $0.webhook.delivered == 6 }
        try await running.close()

        #expect(
            running.changes == [
                "down raised a", "down raised c", "down raised d", "down raised b",
                "down cleared a", "down cleared c",
            ])
        let targets = hook.server.requests.map(\.target)
        #expect(targets == ["/first", "/first", "/second", "/second", "/second", "/second"])
        #expect(running.lines == [])
        // Every session has ended, those of stations that were left out as well.
        for name in ["a", "b", "c", "d"] {
            #expect(try log(of: name).contains(#""event":"session.stopped""#), "\(name)")
        }
        // One session of the station that stayed, before and after.
        let whole =
            try String(contentsOfFile: folder.file("rotated"), encoding: .utf8) + log(of: "b")
        #expect(whole.ranges(of: #""event":"session.began""#).count == 1)
        #expect(!(try log(of: "b").contains(#""event":"session.began""#)))
    }

    @Test("keeps the webhook if another list has the same, and has none if it names none")
    func webhooks() async throws {
        var list = StationList([station("a")])
        list.webhook = hook.server.address("/hook")
        let running = RunningMonitor(list)
        _ = await running.snapshot { $0.webhook.delivered == 1 }
        list.stations.append(station("b"))
        running.monitor.reload(list)
        _ = await running.snapshot { $0.webhook.delivered == 2 }
        list.stations.append(station("c"))
        list.webhook = nil
        running.monitor.reload(list)
        let last = try #require(await running.snapshot { $0.stations.count == 3 })
        #expect(last.webhook.delivered == 2)
        try await running.close()
        #expect(running.changes == ["down raised a", "down raised b", "down raised c"])
        #expect(hook.server.requests.map(\.target) == ["/hook", "/hook"])
    }

    @Test("serves its page where the first list says, and says so if another names another place")
    func page() async throws {
        var list = StationList([station("a")])
        list.listen = .init(host: "127.0.0.1", port: 0)
        let running = RunningMonitor(list)
        _ = await running.snapshot()
        let line = try #require(running.lines.first)
        #expect(line.hasPrefix("page: http://127.0.0.1:"))
        let address = String(line.dropFirst("page: ".count))
        let answer = try Command(["curl", "-si", "\(address)api/stations"]).successful().output
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains(#""stations":[{"name":"a","#))
        for header in [
            "Content-Type: application/json; charset=utf-8", "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff", "Content-Security-Policy: default-src 'none';",
        ] {
            #expect(answer.contains(header), "\(answer)")
        }
        let metrics = try Command(["curl", "-si", "\(address)metrics"]).successful().output
        #expect(metrics.contains("Content-Type: text/plain; version=0.0.4"))
        #expect(metrics.contains(#"interlude_up{station="a"} 0"#))
        let head = try Command(["curl", "-sI", address]).successful().output
        #expect(head.contains("Content-Type: text/html"))
        let foreign = try Command(["curl", "-si", "-H", "Host: a.example", address]).successful()
        #expect(foreign.output.hasPrefix("HTTP/1.1 403 "))

        list.listen = nil
        running.monitor.reload(list)
        list.logFolder = folder.path
        running.monitor.reload(list)
        try await running.close()
        let complaint = "a change of listen or logs takes effect when the monitor is restarted"
        #expect(running.lines == [line, complaint, complaint])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        // The server is closed with the monitor.
        #expect(try Command(["curl", "-s", address]).status == 7)
    }

    @Test("ends by itself once nobody takes its notices")
    func unread() async throws {
        let running = RunningMonitor(StationList([station("a")])) { _ in false }
        try await running.ended()
        #expect(running.changes == ["down raised a"])
    }

    @Test("begins nothing if a log cannot be written, or its place is taken")
    func refused() async throws {
        var list = StationList([station("a")])
        list.logFolder = folder.file("absent")
        let unwritten = await #expect(throws: MonitorFailure.self) {
            try await RunningMonitor(list).ended()
        }
        #expect(unwritten?.kind == .cannotWrite)
        list.logFolder = nil
        list.listen = .init(host: "127.0.0.1", port: hook.server.port)
        let taken = await #expect(throws: MonitorFailure.self) {
            try await RunningMonitor(list).ended()
        }
        #expect(taken?.kind == .unavailable)
        let words = taken?.description ?? ""
        #expect(words.hasPrefix("listen: cannot listen at 127.0.0.1, port \(hook.server.port): "))
        #expect(words.hasSuffix("; choose another port, or 0 for a free one"))
        #expect(server.server.requests.count == 0)
    }

    @Test("names what to try if a place is none of this machine")
    func foreignPlace() async throws {
        // An address for documentation, which no machine has.
        var list = StationList([])
        list.listen = .init(host: "192.0.2.1", port: 0)
        let failure = await #expect(throws: MonitorFailure.self) {
            try await RunningMonitor(list).ended()
        }
        #expect(failure?.description.hasSuffix("; name an address of this machine") == true)
        let other = MonitorFailure(
            CancellationError(), at: .init(host: "a.example", port: 80))
        #expect(
            other.description.hasPrefix("listen: cannot listen at a.example, port 80: Cancel"))
    }

    @Test("goes on without the log of a new station, and with the open one of another")
    func lostFolder() async throws {
        var list = StationList([station("a")])
        list.logFolder = folder.file("logs")
        try FileManager.default.createDirectory(
            atPath: folder.file("logs"), withIntermediateDirectories: false)
        let running = RunningMonitor(list)
        _ = await running.snapshot()
        try FileManager.default.removeItem(atPath: folder.file("logs"))
        list.stations.append(station("b"))
        running.monitor.reload(list)
        let both = try #require(await running.snapshot { $0.stations.count == 2 })
        #expect(both.stations.last?.alarms.map(\.kind) == [.down])
        try await running.close()
        #expect(running.lines.count == 2)
        #expect(
            running.lines.first?.hasPrefix("\(folder.file("logs/a.jsonl")): cannot write: ")
                == true)
        #expect(running.lines.first?.hasSuffix("; the log goes on where it was") == true)
        #expect(running.lines.last?.hasSuffix("; choose another folder for logs") == true)
    }
}
