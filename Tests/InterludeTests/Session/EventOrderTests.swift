import MediaTime
import Testing

@testable import Interlude

/// Every ``Scenario`` is held to the order, too.
@Suite("The order of events")
struct EventOrderTests {
    @Test(
        "D4, D14: holds in recordings of earlier versions",
        arguments: KeptRecording.all.map(\.name))
    func kept(name: String) async throws {
        let kept = try #require(KeptRecording.all.first { $0.name == name })
        var records: [EventRecord] = []
        try SessionRecording.replay(try await kept.data(), named: name) { records.append($0) }
        #expect(records.contains { $0.event.hasPrefix("break.") || $0.event == "session.stopped" })
        #expect(EventOrder(of: records).faults == [])
    }

    @Test("D4, D14: holds in random courses of a session")
    func random() {
        var breakCount = 0
        for seed in 0..<60 as Range<UInt64> {
            var scenario = RandomScenario(seed: seed)
            scenario.run(steps: 120)
            var machine = SessionMachine(scenario.machine.configuration)
            let records = scenario.events.flatMap { machine.receive($0) }
                .compactMap { if case .log(let record) = $0 { record } else { nil } }
            breakCount += records.count { $0.event == "break.started" }
            #expect(EventOrder(of: records).faults == [], "seed \(seed)")
        }
        #expect(breakCount > 30)
    }

    @Test(
        "D14: is broken by an event that is early, late, doubled or missing",
        arguments: [
            (["break.started", "break.ended"], "comes before the announcement"),
            (["break.announced", "break.ready", "break.resolving", "break.ended"], "too late"),
            (["break.announced", "break.announced", "break.ended"], "too late"),
            (["break.announced", "break.cancelled", "break.started"], "comes after the end"),
            (["break.announced"], "does not end"),
            (["slot.loading", "slot.failed"], "is outside of break"),
            (["break.announced", "slot.started", "break.ended"], "slot 1 does not end"),
            (["break.announced", "slot.started", "slot.loaded", "slot.failed"], "too late"),
            (["break.announced", "slot.failed", "slot.completed"], "comes after the end"),
        ])
    func broken(events: [String], fault: String) {
        let faults = EventOrder(of: Self.records(events + ["session.stopped"])).faults
        #expect(faults.contains { $0.contains(fault) }, "\(faults)")
    }

    @Test("D14: is broken by a frame that goes back, and is kept by a break that is cancelled")
    func frames() {
        let events = ["break.announced", "break.resolving", "break.cancelled"]
        #expect(EventOrder(of: Self.records(events)).faults == [])
        let faults = EventOrder(of: Self.records(events, step: -1)).faults
        #expect(faults.contains { $0.contains("goes back") }, "\(faults)")
    }

    /// Records of slot 1 in break 1, `step` frames apart.
    private static func records(_ events: [String], step: Int64 = 1) -> [EventRecord] {
        events.enumerated().map { index, event in
            let frame = FrameTime(1000 + Int64(index) * step)
            var record = EventRecord(event, at: frame, ["break": .integer(1)])
            if event.hasPrefix("slot.") { record.add("slot", .integer(1)) }
            return record
        }
    }
}
