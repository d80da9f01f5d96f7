import Interlude
import MediaTime
import Testing

@testable import InterludeCLI

@Suite("Play summary")
struct PlaySummaryTests {
    @Test(
        "counts breaks and spots, and leaves out what was not played",
        arguments: [
            ([], .milliseconds(2000), "played 2.0 s"),
            (
                ["break.started", "slot.started", "slot.completed", "break.ended"],
                .milliseconds(12_340), "played 12.3 s, 1 break, 1 spot"
            ),
            (
                ["break.started", "slot.started", "slot.started", "break.started", "slot.started"],
                .seconds(3725), "played 1:02:05, 2 breaks, 3 spots"
            ),
        ] as [([String], Duration, String)])
    func text(events: [String], time: Duration, text: String) {
        var summary = PlaySummary()
        for event in events { summary.note(EventRecord(event, at: .zero)) }
        #expect(summary.text(played: time) == text)
    }

    @Test(
        "names what was requested and not heard",
        arguments: [
            (["slot.started", "slot.completed"], 0, nil), (["slot.failed"], 0, "1 spot failed"),
            (["slot.failed", "slot.failed"], 0, "2 spots failed"),
            ([], 1, "1 push was not reached"), ([], 2, "2 pushes were not reached"),
            (["slot.failed"], 1, "1 spot failed, 1 push was not reached"),
        ] as [([String], Int, String?)])
    func shortfall(events: [String], unreachedPushCount: Int, words: String?) {
        var summary = PlaySummary()
        for event in events { summary.note(EventRecord(event, at: .zero)) }
        #expect(summary.shortfall(unreachedPushCount: unreachedPushCount) == words)
    }
}
