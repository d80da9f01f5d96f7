import Foundation
import Interlude
import TestFiles
import TestServers
import Testing

@testable import StationMonitoring

/// Monitors of stations that answer nothing, so that each is down from the start.
@Suite("Monitors with one folder of leases", .timeLimit(.minutes(2)))
struct SharedMonitorTests {
    private let folder: TemporaryFolder
    private let leases: TemporaryFolder

    init() throws {
        (folder, leases) = (try TemporaryFolder(), try TemporaryFolder())
    }

    private func list(_ names: [String], down: Duration? = .zero) -> StationList {
        var limits = AlarmLimits()
        limits.down = down
        var list = StationList(
            names.map { name in
                WatchedStation(
                    name: name, limits: limits,
                    stream: WatchedStream(
                        SessionConfiguration(source: folder.file("\(name).mp3"))))
            })
        (list.logFolder, list.leaseFolder) = (folder.path, leases.path)
        return list
    }

    @Test("watch a part each, show only that, and take over the rest with its alarms")
    func takeover() async throws {
        let list = list(["a", "b", "c", "d"])
        let (first, second) = (RunningMonitor(list), RunningMonitor(list))
        let shown = try #require(
            await first.snapshot { $0.stations.count == 2 && $0.alarmCount == 2 })
        let others = try #require(
            await second.snapshot { $0.stations.count == 2 && $0.alarmCount == 2 })
        let names = shown.stations.map(\.name) + others.stations.map(\.name)
        #expect(names.sorted() == ["a", "b", "c", "d"])
        #expect(shown.stations.map(\.name) == shown.stations.map(\.name).sorted())
        #expect(first.lines.last == "leases: takes 2 stations, watches 2 of 4")

        try await first.close()
        let all = try #require(
            await second.snapshot { $0.stations.count == 4 && $0.alarmCount == 4 })
        #expect(all.stations.map(\.name) == ["a", "b", "c", "d"])
        // Each alarm was raised once, by the one that watched the station then.
        #expect(all.stations.map(\.raisedCounts) == .init(repeating: [.down: 1], count: 4))
        #expect(
            (first.changes + second.changes).sorted()
                == ["a", "b", "c", "d"].map { "down raised \($0)" })
        #expect(second.lines.last == "leases: takes 2 stations, watches 4 of 4")
        try await second.close()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: leases.path).sorted()
                == ["a.lease", "b.lease", "c.lease", "d.lease"])
    }

    @Test("leave stations to one that joins later, and clear no alarm for that")
    func joining() async throws {
        let list = list(["a", "b"])
        let first = RunningMonitor(list)
        _ = await first.snapshot { $0.alarmCount == 2 }
        let second = RunningMonitor(list)
        _ = await second.snapshot { $0.alarmCount == 1 }
        _ = await first.snapshot { $0.stations.count == 1 }
        try await first.close()
        try await second.close()
        #expect(first.changes == ["down raised a", "down raised b"])
        #expect(second.changes == [])
        #expect(first.lines.contains("leases: leaves 1 station to others, watches 1 of 2"))
    }

    @Test("follow a change of the list: what has left it is cleared, and what is new begins")
    func reload() async throws {
        let running = RunningMonitor(list(["a", "b"]))
        _ = await running.snapshot { $0.alarmCount == 2 }
        var next = list(["b", "c"])
        next.leaseFolder = nil
        running.monitor.reload(next)
        let shown = try #require(
            await running.snapshot { $0.alarmCount == 2 && $0.stations.last?.name == "c" })
        #expect(shown.stations.map(\.name) == ["b", "c"])
        try await running.close()
        #expect(
            running.changes == [
                "down raised a", "down raised b", "down cleared a", "down raised c",
            ])
        // Another monitor does not inherit what was cleared.
        let other = RunningMonitor(list(["a", "b"], down: .seconds(3600)))
        let taken = try #require(await other.snapshot { $0.stations.count == 2 })
        #expect(taken.stations.map { $0.alarms.map(\.kind) } == [[], [.down]])
        try await other.close()
    }

    @Test("begin nothing if the folder or a log cannot be used")
    func refused() async throws {
        var list = list(["a"])
        list.leaseFolder = folder.file("absent")
        let failure = await #expect(throws: MonitorFailure.self) {
            try await RunningMonitor(list).ended()
        }
        #expect(failure?.kind == .cannotWrite)
        #expect(failure?.description.hasPrefix("--leases \(folder.file("absent")): ") == true)
        list.leaseFolder = leases.path
        list.logFolder = folder.file("absent")
        await #expect(throws: MonitorFailure.self) {
            try await RunningMonitor(list).ended()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: leases.path) == [])
    }
}
