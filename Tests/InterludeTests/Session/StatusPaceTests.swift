import MediaTime
import Testing

@testable import Interlude

@Suite("The pace of statuses")
struct StatusPaceTests {
    /// A fifth of a second.
    private static let turn = Int64(FrameTime.rate / 5)

    @Test("while only time passes, a status is shown five times a second")
    func time() {
        var pace = StatusPace()
        var shown = 0
        for step in 0..<100 where pace.isDue(at: FrameTime(Int64(step) * Self.turn / 10)) {
            shown += 1
        }
        #expect(shown == 10)
    }

    @Test("a status with news is shown at once, and the next one waits for its turn")
    func news() {
        var pace = StatusPace()
        var shown: [Int64] = []
        for frame in [0, 1, 2, 3, Self.turn + 1, Self.turn + 2] {
            if frame == 2 { pace.noteNews() }
            if pace.isDue(at: FrameTime(frame)) { shown.append(frame) }
        }
        #expect(shown == [0, 2, Self.turn + 2])
    }
}
