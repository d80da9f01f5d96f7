import Foundation
import Glibc
import Platform
import TestFiles
import Testing

@testable import StationMonitoring

@Suite("Monitors that share stations")
struct StationLeasesTests {
    private static let stations = (0..<200).map { "Station \($0)" }.sorted()

    /// So many monitors, each of which has its share.
    private func settled(_ names: [String]) throws -> LeaseHolders {
        let holders = try LeaseHolders()
        for name in names { try holders.start(name, Self.stations) }
        holders.pass(3)
        return holders
    }

    @Test("that start together take a quarter each, and each station once")
    func together() throws {
        let holders = try settled(["a", "b", "c", "d"])
        #expect(holders.counts == ["a": 50, "b": 50, "c": 50, "d": 50])
        #expect(holders.all == Self.stations)
        holders.pass(20)
        #expect(holders.counts == ["a": 50, "b": 50, "c": 50, "d": 50])
        #expect(holders.complaints == [])
    }

    @Test("have equal parts again a few seconds after another one has joined, whenever it does")
    func joining() throws {
        let holders = try settled(["a"])
        #expect(holders.counts == ["a": 200])
        try holders.start("b", Self.stations)
        holders.pass(3)
        #expect(holders.counts == ["a": 100, "b": 100])
        try holders.start("c", Self.stations)
        holders.pass(1)
        try holders.start("d", Self.stations)
        holders.pass(4)
        #expect(holders.counts == ["a": 50, "b": 50, "c": 50, "d": 50])
        #expect(holders.all == Self.stations)
    }

    @Test("leave those of which they have enough where they are when another one joins")
    func stickiness() throws {
        let holders = try settled(["a", "b", "c"])
        let before = holders.watched.mapValues { Set($0.keys) }
        try holders.start("d", Self.stations)
        holders.pass(4)
        for name in ["a", "b", "c"] {
            let now = Set(holders.watched[name]?.keys ?? [:].keys)
            #expect(now.isSubset(of: before[name] ?? []))
        }
        #expect(holders.counts["d"] == 50)
    }

    @Test("take the stations of one that is killed within two looks, and forget it")
    func takeover() throws {
        let holders = try settled(["a", "b", "c", "d"])
        let before = holders.watched.mapValues { Set($0.keys) }
        try holders.kill("b")
        #expect(holders.all.count == 150)
        holders.pass(2)
        #expect(holders.all == Self.stations)
        #expect(holders.counts.values.sorted() == [66, 67, 67])
        for name in ["a", "c", "d"] {
            #expect((before[name] ?? []).isSubset(of: Set(holders.watched[name]?.keys ?? [:].keys)))
        }
        #expect(try holders.entries().count == 3)
        // The last one has all.
        try holders.kill("a")
        try holders.kill("d")
        holders.pass(2)
        #expect(holders.counts == ["c": 200])
    }

    @Test("with different lists share what is in several of them, and leave nothing out")
    func lists() throws {
        let holders = try LeaseHolders()
        // The one with the longer list has its share before it comes to the last station.
        try holders.start("a", ["1", "2", "3", "4"])
        holders.pass(3)
        try holders.start("b", ["1", "2"])
        holders.pass(3)
        #expect(holders.counts == ["a": 3, "b": 1])
        #expect(holders.all == ["1", "2", "3", "4"])
        try holders.kill("a")
        holders.pass(2)
        #expect(holders.all == ["1", "2"])
        try holders.start("c", ["8", "9"])
        holders.pass(2)
        #expect(holders.all == ["1", "2", "8", "9"])
    }

    @Test("take a station beyond their share that nobody else takes")
    func leftOver() throws {
        let holders = try LeaseHolders()
        try holders.start("a", ["1", "2"])
        holders.look("a")
        // It says that it shares them, and takes neither.
        try holders.start("b", ["1", "2"])
        holders.look("b")
        holders.look("a")
        #expect(holders.all.count == 1)
        for _ in 0..<2 { holders.look("a") }
        #expect(holders.all.count == 1)
        holders.look("a")
        #expect(holders.counts == ["a": 2, "b": 0])
    }

    @Test("follow a change of their list")
    func change() throws {
        let holders = try settled(["a"])
        holders.setStations(
            ["Station 1", "new"], ended: Self.stations.filter { $0 != "Station 1" }, of: "a")
        holders.pass(1)
        #expect(holders.all == ["Station 1", "new"])
        // One whose stream is another has ended, and begins again.
        holders.setStations(["Station 1", "new"], ended: ["new"], of: "a")
        #expect(holders.all == ["Station 1"])
        holders.pass(1)
        #expect(holders.all == ["Station 1", "new"])
        try holders.start("b", ["Station 2"])
        holders.pass(2)
        #expect(holders.counts == ["a": 2, "b": 1])
    }

    @Test("hand on what is known of a station")
    func memory() throws {
        let holders = try LeaseHolders()
        try holders.start("a", ["x"])
        holders.pass(2)
        let lease = try #require(holders.watched["a"]?["x"])
        #expect(lease.memory == StationMemory())
        var memory = StationMemory()
        memory.figures.breakCount = 3
        memory.figures.spots = [.completed: 5, .failed: 1]
        memory.raisedCounts = [.down: 2]
        memory.alarms = [
            AlarmFinding(
                .down, since: UTCTime(seconds: 7), limit: 15.0, value: 20.5, words: "“no”\n")
        ]
        lease.keep(memory)
        memory.figures.cueCount = 4
        lease.keep(memory)
        try holders.kill("a")
        // Whatever another process still writes is lost.
        lease.keep(StationMemory())
        try holders.start("b", ["x"])
        holders.pass(2)
        #expect(holders.watched["b"]?["x"]?.memory == memory)
        #expect(holders.complaints == [])
    }

    @Test(
        "begin with a new station where its file says nothing of use",
        arguments: [
            "{", "null\n", #"{"figures":1}"#, String(repeating: "x", count: 100_000),
        ])
    func unreadable(_ text: String) throws {
        let holders = try LeaseHolders()
        try holders.folder.write(text.utf8, to: "x.lease")
        try holders.start("a", ["x"])
        holders.pass(2)
        #expect(holders.watched["a"]?["x"]?.memory == StationMemory())
        #expect(holders.complaints.count == 1)
        #expect(
            holders.complaints.first?.hasPrefix("\(holders.folder.file("x.lease")): cannot be read")
                == true)
    }

    @Test("count no further than there is room, whatever a file says")
    func counts() throws {
        let holders = try LeaseHolders()
        try holders.start("a", ["x"])
        holders.pass(2)
        var memory = StationMemory()
        (memory.figures.cueCount, memory.figures.breakCount) = (.max, -5)
        memory.figures.spots = [.failed: .max]
        holders.watched["a"]?["x"]?.keep(memory)
        try holders.kill("a")
        try holders.start("b", ["x"])
        holders.pass(2)
        let figures = try #require(holders.watched["b"]?["x"]).memory.figures
        #expect(figures.cueCount == Int(Int32.max) && figures.breakCount == 0)
        #expect(figures.spots == [.failed: Int(Int32.max)])
    }

    @Test(
        "give each station a file of its own within the folder",
        arguments: ["../a", "a/b", ".", "..", "ä", "a.monitor", String(repeating: "ü", count: 80)])
    func names(_ name: String) throws {
        let path = StationLease.path(of: name, in: "/f")
        let file = path.dropFirst("/f/".count)
        #expect(path.hasPrefix("/f/") && !file.contains("/") && file.hasSuffix(".lease"))
        #expect(file.utf8.count <= 255)
        #expect(path != StationLease.path(of: name + "x", in: "/f"))
        let longer = StationLease.path(of: name + name, in: "/f")
        #expect(longer != StationLease.path(of: name + name + "x", in: "/f"))
    }

    @Test("say once that the folder is gone, and go on")
    func lostFolder() throws {
        let holders = try settled(["a"])
        try FileManager.default.removeItem(atPath: holders.folder.path)
        holders.pass(3)
        #expect(holders.counts == ["a": 200])
        #expect(holders.complaints.count == 1)
        #expect(holders.complaints.first?.hasPrefix("--leases \(holders.folder.path): ") == true)
    }

    @Test("say in one line why a folder cannot be used")
    func refused() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("".utf8, to: "file")
        for (path, words) in [
            (folder.file("absent"), "No such file or directory; name a folder that exists"),
            (file, "not a folder; name a folder"),
            // Nobody may write there.
            (
                "/sys",
                "cannot be written: Permission denied; name a folder that this user may write"
            ),
        ] {
            let failure = #expect(throws: MonitorFailure.self) {
                _ = try StationLeases(of: ["a"], in: path) { _ in }
            }
            #expect(failure?.kind == .cannotWrite)
            #expect(failure?.description == "--leases \(path): \(words)")
        }
        let lockless = MonitorFailure(
            FileLockFailure("/mnt/x", .lock, SystemError(code: ENOLCK)), inFolder: "/mnt")
        #expect(
            lockless.description
                == "--leases /mnt: has no locks: No locks available; name a folder on another file "
                + "system")
    }
}
