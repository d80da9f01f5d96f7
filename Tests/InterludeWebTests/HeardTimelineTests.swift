import Interlude
import MediaTime
import Testing

@testable import InterludeWeb

@Suite("Timeline of the page")
struct HeardTimelineTests {
    private func timeline(_ events: [(Double, String, Int64?)]) -> HeardTimeline {
        var timeline = HeardTimeline()
        for (time, event, spot) in events {
            let frame = FrameTime(Int64(saturating: time * 48_000))
            var record = EventRecord(event, at: frame, ["break": 1])
            if let spot { record.fields.append(JSONMember("spot", .integer(spot))) }
            timeline.take(record)
            if event == "slot.started", let spot { timeline.name("spot \(spot)") }
        }
        return timeline
    }

    private func lines(_ timeline: HeardTimeline) -> [String] {
        timeline.segments.map { stretch in
            let span = span(stretch.from, stretch.to)
            guard case .adBreak(let id, let spots) = stretch.kind else {
                return "programme \(span)"
            }
            let heard = spots.map { spot -> String in
                let outcome = spot.outcome?.rawValue ?? "heard"
                return "\(spot.title) \(self.span(spot.from, spot.to)) \(outcome)"
            }
            return "break \(id) \(span): " + heard.joined(separator: ", ")
        }
    }

    private func span(_ from: Double, _ to: Double?) -> String {
        let end = to.map { "\($0)" } ?? ""
        return "\(from)–\(end)"
    }

    @Test("has the programme and breaks as they were heard")
    func scenario() {
        let timeline = timeline([
            (0, "session.playing", nil), (2, "break.announced", nil), (3, "break.started", nil),
            (3, "slot.started", 1), (4, "slot.completed", 1), (4, "slot.started", 2),
            (5, "slot.skipped", 2), (5, "slot.started", 3), (6, "slot.failed", 3),
            (6, "break.ended", nil), (8, "break.started", nil), (8, "slot.started", 4),
        ])
        #expect(
            lines(timeline) == [
                "programme 0.0–3.0",
                "break 1 3.0–6.0: spot 1 3.0–4.0 completed, spot 2 4.0–5.0 skipped, "
                    + "spot 3 5.0–6.0 failed",
                "programme 6.0–8.0", "break 1 8.0–: spot 4 8.0– heard",
            ])
    }

    @Test(
        "has no programme before a break that comes first, and none after the end",
        arguments: ["session.stopped", "session.failed"])
    func preStream(end: String) {
        let timeline = timeline([
            (0, "break.started", nil), (0, "slot.started", 1), (1, "slot.completed", 1),
            (1, "break.ended", nil), (1, "session.playing", nil), (5, end, nil),
        ])
        #expect(
            lines(timeline) == ["break 1 0.0–1.0: spot 1 0.0–1.0 completed", "programme 1.0–5.0"])
    }

    @Test("has no place for a spot that fails before it is heard, or for an empty break")
    func unheard() {
        let timeline = timeline([
            (0, "session.playing", nil), (2, "break.announced", nil), (3, "slot.failed", 1),
            (3, "break.cancelled", nil), (4, "break.started", nil), (4, "slot.started", 2),
            (4.5, "slot.failed", 3),
        ])
        #expect(lines(timeline) == ["programme 0.0–4.0", "break 1 4.0–: spot 2 4.0– heard"])
    }

    @Test("keeps the newest hundred")
    func longest() {
        var events: [(Double, String, Int64?)] = [(0, "session.playing", nil)]
        for time in stride(from: 1.0, to: 200, by: 2) {
            events += [(time, "break.started", nil), (time + 1, "break.ended", nil)]
        }
        let timeline = timeline(events)
        #expect(timeline.segments.count == HeardTimeline.maximumCount)
        #expect(timeline.segments.last?.from == 200)
    }

    @Test("keeps the newest hundred spots of a break that pushes extend without end")
    func longestBreak() throws {
        let events = (1...250).map { (Double($0), "slot.started", Int64($0) as Int64?) }
        let timeline = timeline([(0, "break.started", nil)] + events)
        let segment = try #require(timeline.segments.last)
        guard case .adBreak(_, let spots) = segment.kind else { throw NoBreak() }
        #expect(spots.count == HeardTimeline.maximumCount)
        #expect(spots.last?.from == 250)
    }

    private struct NoBreak: Error {}
}
