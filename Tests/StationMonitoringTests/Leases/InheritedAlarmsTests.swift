import Interlude
import MediaTime
import Testing

@testable import StationMonitoring

@Suite("Alarms that stood when another monitor watched")
struct InheritedAlarmsTests {
    private static let begin = SimulatedStation.start - .seconds(40)

    /// A station that another process has watched, with an alarm since 40 s.
    private static func station(_ kind: AlarmKind, limit: Double) -> SimulatedStation {
        var limits = AlarmLimits()
        limits.noCue = .seconds(30)
        var memory = StationMemory()
        memory.alarms = [
            AlarmFinding(kind, since: begin, limit: limit, value: 40.0, words: "as it was")
        ]
        memory.raisedCounts = [kind: 3]
        return SimulatedStation(limits, after: memory)
    }

    @Test(
        "stand on while the fault does, and are told no second time",
        arguments: [
            AlarmKind.silence, .noCue, .down,
        ])
    func standing(_ kind: AlarmKind) {
        var station = Self.station(kind, limit: 20)
        if kind == .silence { station.loudness = -70 }
        if kind == .down { station.state = .connecting }
        station.pass(70)
        #expect(!station.changes.contains { $0.hasPrefix("\(kind.rawValue) ") })
    }

    @Test(
        "are cleared once the fault is over",
        arguments: [
            (AlarmKind.silence, 4), (.down, 4), (.noCue, 13),
        ])
    func cleared(_ kind: AlarmKind, _ second: Int) {
        var station = Self.station(kind, limit: 20)
        station.pass(9)
        if kind == .noCue { station.sendCue("in") }
        station.pass(10)
        #expect(station.changes == ["\(kind.rawValue) cleared \(second)"])
        #expect(station.notices.first?.finding.since == Self.begin)
    }

    @Test(
        "stand as long as the first monitor would have counted them",
        arguments: [
            (AlarmKind.breakLate, 23), (.beaconLost, 563),
        ])
    func memory(_ kind: AlarmKind, _ second: Int) {
        var station = Self.station(kind, limit: 1)
        // It has markers.
        for _ in 0..<60 {
            station.pass(10)
            station.sendCue("in")
        }
        #expect(station.changes == ["\(kind.rawValue) cleared \(second)"])
    }

    @Test(
        "are cleared where an interruption of the stream ends the fault as well",
        arguments: [
            AlarmKind.breakWithoutEnd, .loudnessJump, .drift,
        ])
    func interrupted(_ kind: AlarmKind) {
        var station = Self.station(kind, limit: 1)
        station.pass(10)
        #expect(station.changes == ["\(kind.rawValue) cleared 4"])
    }

    @Test("of the stream are cleared if the station is down, and all if they are off")
    func down() {
        var silent = Self.station(.silence, limit: 20)
        silent.state = .connecting
        silent.pass(30)
        #expect(silent.changes == ["down raised 15", "silence cleared 18"])
        for kind in [AlarmKind.silence, .noCue, .breakLate, .beaconLost] {
            var station = Self.station(kind, limit: 20)
            station.watch.limits.silence = nil
            station.watch.limits.noCue = nil
            station.watch.limits.breakLate = nil
            station.watch.limits.beaconLost = nil
            station.pass(6)
            #expect(station.changes == ["\(kind.rawValue) cleared 4"])
        }
    }

    @Test("count as raised before, and are handed on without a notice")
    func book() {
        var book = AlarmBook()
        var memory = StationMemory()
        let now = SimulatedStation.start
        let finding = AlarmFinding(
            .down, since: Self.begin, limit: 15.0, value: 40.0, words: "as it was")
        (memory.alarms, memory.raisedCounts) = ([finding], [.down: 3])
        book.adopt(memory, of: "a")
        #expect(book.alarms(of: "a") == [finding])
        #expect(book.note([finding], of: "a", at: now) == [])
        #expect(book.raisedCounts(of: "a") == [.down: 3])
        book.handOver("a")
        #expect(book.alarms(of: "a") == [] && book.raisedCounts(of: "a") == [:])
        #expect(book.forget("a", at: now) == [])
    }
}
