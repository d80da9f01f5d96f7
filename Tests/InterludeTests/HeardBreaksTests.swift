import AudioSinks
import MediaTime
import Testing

@testable import Interlude

@Suite("Breaks for listeners elsewhere")
struct HeardBreaksTests {
    @Test("begin and end at the frames of the event log, with the length of the loaded spots")
    func heard() {
        var breaks = HeardBreaks()
        #expect(breaks.note(record("break.announced", 0)) == nil)
        #expect(breaks.note(record("slot.loaded", 10, frames: 48_000)) == nil)
        #expect(breaks.note(record("slot.loaded", 20, frames: 24_000)) == nil)
        let start = HeardBreak("3", start: FrameTime(100), plannedCount: 72_000)
        #expect(breaks.note(record("break.started", 100)) == start)
        #expect(breaks.note(record("slot.started", 100)) == nil)
        var end = start
        end.end = FrameTime(72_100)
        #expect(breaks.note(record("break.ended", 72_100)) == end)
        #expect(breaks.note(record("break.ended", 72_100)) == nil)
    }

    @Test("that were not heard are none")
    func cancelled() {
        var breaks = HeardBreaks()
        #expect(breaks.note(record("slot.loaded", 10, frames: 48_000)) == nil)
        #expect(breaks.note(record("break.cancelled", 20)) == nil)
        // Nothing of it is left for a break of the same name.
        let start = HeardBreak("3", start: FrameTime(30), plannedCount: nil)
        #expect(breaks.note(record("break.started", 30)) == start)
    }

    private func record(_ event: String, _ frame: Int64, frames: Int64? = nil) -> EventRecord {
        var record = EventRecord(event, at: FrameTime(frame), ["break": .integer(3)])
        if let frames { record.fields.append(JSONMember("frames", .integer(frames))) }
        return record
    }
}
