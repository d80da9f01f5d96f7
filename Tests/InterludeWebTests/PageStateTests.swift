import Advertising
import Interlude
import MediaTime
import Testing

@testable import InterludeWeb

@Suite("What a page remembers")
struct PageStateTests {
    private static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)

    private static func spot(_ id: Int) -> Advertisement {
        Advertisement(id: id, title: "spot \(id)", audioFileURL: "a.mp3")
    }

    @Test("is the last 50 measured breaks, each with its number and what was measured")
    func latencies() {
        var page = PageState(.playing, at: Self.start)
        page.take(.record(EventRecord("break.started", at: .zero, ["break": 1])), at: Self.start)
        #expect(page.latencies.isEmpty)
        for number in 1...60 {
            let record = EventRecord(
                "latency", at: FrameTime(Int64(48_000 * number)),
                ["break": .integer(Int64(number)), "gap": 0, "lost": .null])
            page.take(.record(record), at: Self.start)
        }
        #expect(page.latencies.count == 50)
        #expect(page.latencies.first?.description == #"{"break":"11","t":11,"gap":0}"#)
        #expect(page.latencies.last?.description == #"{"break":"60","t":60,"gap":0}"#)
    }

    @Test("are the last eight banners, by their numbers")
    func banners() {
        var page = PageState(.playing, at: Self.start)
        for id in 1...10 { page.take(.bannerShown(Self.spot(100 + id)), at: Self.start) }
        #expect(page.spot?.number == 10)
        #expect(page.shownSpots.map(\.number) == Array(3...10))
        #expect(page.shownSpot(number: 2) == nil)
        #expect(page.shownSpot(number: 3)?.advertisement.id == 103)
        page.take(.bannerRemoved, at: Self.start)
        #expect(page.spot == nil)
        #expect(page.shownSpot(number: 10) != nil)
    }

    @Test("is the time that has passed since the last status")
    func projected() {
        var page = PageState(.playing, at: Self.start)
        #expect(page.status(at: Self.start.advanced(by: 2)).position == .seconds(102))
        #expect(page.status(at: Self.start.advanced(by: -2)).position == .seconds(100))
        page.take(.status(.playing), at: Self.start.advanced(by: 5))
        #expect(page.status(at: Self.start.advanced(by: 6)).position == .seconds(101))
    }

    @Test("looks different after each change that it shows, and after no level")
    func changes() {
        let before = PageState(.playing, at: Self.start)
        let level = HeardLevel(
            range: FrameRange(.zero, FrameTime(4_800)), loudness: -9, truePeak: -1)
        let changes: [(PageEvent, Bool)] = [
            (.level(level), true), (.bannerShown(Self.spot(1)), false),
            (.record(EventRecord("session.playing", at: .zero)), false),
            (.record(EventRecord("latency", at: .zero, ["break": 1])), false),
            (.record(EventRecord("cue.seen", at: .zero)), true),
        ]
        for (event, isSame) in changes {
            var page = before
            page.take(event, at: Self.start)
            #expect(page.looksLike(before, at: Self.start) == isSame, "\(event)")
        }
    }
}
