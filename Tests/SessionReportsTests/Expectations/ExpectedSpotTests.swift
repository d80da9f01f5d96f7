import Interlude
import MediaTime
import Testing

@testable import SessionReports

@Suite("A spot that must be heard")
struct ExpectedSpotTests {
    private typealias HeardSpot = SessionExpectation.HeardSpot
    private typealias SpotLevel = SessionExpectation.SpotLevel

    private static func spot(
        _ name: String, at start: Int64? = nil, for length: Int? = nil, tolerance: Int? = nil
    ) -> HeardSpot {
        var spot = HeardSpot(name)
        spot.start = start.map { FrameTime($0) }
        spot.length = length.map { .frames($0) }
        spot.tolerance = tolerance
        return spot
    }

    private static func results(
        _ spots: [HeardSpot], tolerance: Int = 0, loudness: SpotLevel? = nil
    ) -> [String] {
        var expectation = SessionExpectation(tolerance: tolerance)
        expectation.heard = spots
        expectation.loudness = loudness
        let results = expectation.results(
            in: HeardSession.summary, played: HeardSession.played, levels: HeardSession.levels)
        return results.map { $0.reason ?? $0.name }
    }

    @Test(
        "is known by its title, its advertiser's id, its address, or the last part of that",
        arguments: [
            ("Tea", true), ("camp-4711", true), ("tea.mp3", true),
            ("https://ads.example/spots/tea.mp3?v=2#a", true), ("tea", false), ("mp3", false),
            ("spots/tea.mp3", false), ("TEA", false), ("tea.mp3?v=2", false), ("", false),
        ])
    func names(name: String, isKnown: Bool) {
        #expect(
            Self.results([Self.spot(name)]) == ["spot \(name)" + (isKnown ? "" : ": not heard")])
    }

    @Test("without a time is met by any that was heard to its end, whatever came first")
    func anyTime() {
        var summary = HeardSession.summary
        for (event, second) in [("started", 50), ("completed", 53)] {
            summary.note(
                EventRecord(
                    "slot.\(event)", at: FrameTime(Int64(second) * 48_000),
                    ["break": 3, "slot": 5, "title": "cake.mp3", "url": "/spots/cake.mp3"]))
        }
        var expectation = SessionExpectation(tolerance: 0)
        expectation.heard = [Self.spot("cake.mp3")]
        let results = expectation.results(
            in: summary, played: HeardSession.played, levels: HeardSession.levels)
        #expect(results.map(\.deviation) == [nil])
    }

    @Test(
        "begins at its time, and is heard for its length, within the tolerance",
        arguments: [
            (spot("Tea", at: 960_000, for: 240_000), 0, nil),
            (
                spot("Tea", at: 959_999, for: 240_000), 0,
                "began at 20.000 s, 1 frame too late"
            ),
            (spot("Tea", at: 959_999, for: 239_999), 1, nil),
            (spot("Tea", at: 959_999, for: 239_999, tolerance: 1), 0, nil),
            (
                spot("Tea", at: 984_000, for: 288_000), 1,
                "began at 20.000 s, 0.500 s too early and heard for 5.000 s, 1.000 s too short"
            ),
            (spot("cake.mp3", for: 144_000), 0, nil),
            (spot("cake.mp3"), 0, "heard for 3.000 s, not to its end (skipped: listener)"),
            (spot("gone.mp3"), 0, "not heard (it is not there)"),
            (spot("scone.mp3", at: 960_000), 0, "not heard; at that time: Tea"),
            (spot("scone.mp3", at: 480_000), 0, "not heard"),
        ] as [(SessionExpectation.HeardSpot, Int, String?)])
    func place(spot: SessionExpectation.HeardSpot, tolerance: Int, words: String?) {
        let results = Self.results([spot], tolerance: tolerance)
        #expect(results.count == 1)
        let parts = results.first?.split(separator: ": ", maxSplits: 1).map(String.init)
        #expect(parts?.dropFirst().first == words)
        #expect(parts?.first?.hasPrefix("spot \(spot.name)") == true)
    }

    @Test("is each heard once for every time that it is expected")
    func several() {
        #expect(Self.results([Self.spot("Tea"), Self.spot("Tea")]) == ["spot Tea", "spot Tea"])
        #expect(
            Self.results([Self.spot("Tea"), Self.spot("Tea"), Self.spot("Tea")]).last
                == "spot Tea: heard only 2 times")
    }

    @Test("of its length meets its own expectation, in whatever order they are written")
    func lengths() {
        let met = ["spot cake.mp3 for 3.000 s"]
        #expect(Self.results([Self.spot("cake.mp3", for: 144_000)]) == met)
        let tea = [Self.spot("Tea"), Self.spot("Tea", at: 1_920_000, for: 240_000)]
        let whole = ["spot Tea", "spot Tea at 40.000 s for 5.000 s"]
        #expect(Self.results(tea) == whole)
        #expect(Self.results(tea.reversed()) == whole.reversed())
        var summary = SessionSummary()
        for (slot, start, end) in [(1, 0, 240_000), (2, 480_000, 624_000)]
            as [(Int64, Int64, Int64)]
        {
            for (event, frame) in [("slot.started", start), ("slot.completed", end)] {
                summary.note(
                    EventRecord(
                        event, at: FrameTime(frame), ["slot": .integer(slot), "title": "Tea"]))
            }
        }
        var expectation = SessionExpectation(tolerance: 0)
        expectation.heard = [Self.spot("Tea", for: 144_000), Self.spot("Tea", for: 240_000)]
        let results = expectation.results(
            in: summary, played: .seconds(60), levels: LevelHistory())
        #expect(results.map(\.reason) == [nil, nil])
    }

    @Test("at its time meets its own expectation, in whatever order they are written")
    func order() {
        let (first, second) = (Int64(960_000), Int64(1_920_000))
        #expect(
            Self.results([
                Self.spot("Tea", at: 960_500), Self.spot("Tea", at: first),
                Self.spot("Tea", at: second),
            ]) == [
                "spot Tea at 20.010 s: heard only 2 times", "spot Tea at 20.000 s",
                "spot Tea at 40.000 s",
            ])
        #expect(
            Self.results([Self.spot("Tea"), Self.spot("Tea", at: first)])
                == ["spot Tea", "spot Tea at 20.000 s"])
    }

    @Test(
        "is as loud as the programme before it, or as a figure says",
        arguments: [
            (.programme, 5.0, nil), (.programme, 0.5, "Tea is 5.0 LU too loud"),
            (.fixed(-15), 5.5, nil), (.fixed(-15), 5.4, "Tea is 5.5 LU too quiet (-20.5 LUFS)"),
            (nil, 0.0, nil),
        ] as [(SessionExpectation.SpotLevel.Target?, Double, String?)])
    func everySpot(
        target: SessionExpectation.SpotLevel.Target?, tolerance: Double, words: String?
    ) {
        let results = Self.results([], loudness: SpotLevel(target, within: tolerance))
        #expect(results.count == (target == nil ? 0 : 1))
        if let words {
            #expect(results.first?.contains(": \(words)") == true, "\(results)")
        } else {
            #expect(results.allSatisfy { !$0.contains(":") }, "\(results)")
        }
    }

    @Test("may have a loudness of its own, which then counts instead of the session's")
    func ownLoudness() {
        var (first, second) = (Self.spot("cake.mp3", for: 144_000), Self.spot("Tea", at: 1_920_000))
        second.loudness = SpotLevel(.fixed(-15))
        #expect(
            Self.results([first, second], loudness: SpotLevel(.programme)) == [
                "every spot within 1.0 LU of the programme",
                "spot cake.mp3 for 3.000 s", "spot Tea at 40.000 s",
                "spot Tea within 1.0 LU of -15.0 LUFS",
            ])
        first.loudness = SpotLevel(.programme, within: 0.3)
        second.loudness = SpotLevel(nil)
        #expect(
            Self.results([first, second], loudness: SpotLevel(.programme, within: 0.5)) == [
                "every spot within 0.5 LU of the programme", "spot cake.mp3 for 3.000 s",
                "spot cake.mp3 within 0.3 LU of the programme: 0.5 LU too quiet (-20.5 LUFS, the "
                    + "programme -20.0 LUFS)",
                "spot Tea at 40.000 s",
            ])
    }

    @Test("of which nothing can be measured is not as loud as expected")
    func unmeasured() {
        var expectation = SessionExpectation(tolerance: 0)
        expectation.loudness = SpotLevel(.programme)
        #expect(expectation.needsLevels)
        let silent = expectation.results(
            in: HeardSession.summary, played: HeardSession.played, levels: LevelHistory())
        #expect(silent.map(\.deviation) == ["Tea is too short or too quiet to measure, and 2 more"])
        let none = expectation.results(in: SessionSummary(), played: .zero, levels: LevelHistory())
        #expect(none.map(\.deviation) == ["no spot was heard"])
    }
}
