import Interlude
import Testing

@testable import StationMonitoring

@Suite("The alarms that stand")
struct AlarmBookTests {
    private static let start = UTCTime(seconds: 1_800_000_000)

    private static func finding(
        _ kind: AlarmKind = .down, value: Double = 16
    ) -> AlarmFinding {
        AlarmFinding(
            kind, since: start, limit: 15, value: value, words: "not playing for \(Int(value)) s")
    }

    @Test("an alarm that comes and goes within three seconds is told once")
    func flapping() {
        var book = AlarmBook()
        var notices: [AlarmNotice] = []
        for second in 0..<20 {
            notices += book.note(
                second % 3 == 0 ? [Self.finding()] : [], of: "a",
                at: Self.start + .seconds(second))
        }
        #expect(notices.map(\.change) == [.raised])
        // The last one was found at 18 s.
        for second in 20..<24 {
            notices += book.note([], of: "a", at: Self.start + .seconds(second))
        }
        #expect(notices.map(\.change) == [.raised, .cleared])
        #expect(notices.last?.time == Self.start + .seconds(22))
        #expect(book.alarms(of: "a") == [])
        #expect(book.raisedCounts(of: "a") == [.down: 1])
    }

    @Test("an alarm keeps the time of its beginning, and has its newest value")
    func newest() {
        var book = AlarmBook()
        _ = book.note([Self.finding()], of: "a", at: Self.start + .seconds(16))
        var later = Self.finding(value: 90)
        later.since = Self.start + .seconds(70)
        #expect(book.note([later], of: "a", at: Self.start + .seconds(90)) == [])
        #expect(book.alarms(of: "a").map(\.value) == [90])
        #expect(book.alarms(of: "a").map(\.since) == [Self.start])
        #expect(book.alarms(of: "b") == [])
    }

    @Test("the alarms of a station that is watched no longer are cleared at once")
    func forgotten() {
        var book = AlarmBook()
        _ = book.note([Self.finding(), Self.finding(.silence)], of: "a", at: Self.start)
        let notices = book.forget("a", at: Self.start)
        #expect(notices.map(\.change) == [.cleared, .cleared])
        #expect(notices.map(\.finding.kind) == [.silence, .down])
        #expect(book.forget("a", at: Self.start) == [])
        #expect(book.raisedCounts(of: "a") == [:])
    }

    @Test("a notice is one line of JSON, with control characters escaped")
    func json() {
        var finding = Self.finding(value: 16.5)
        finding.words = "not playing: \u{1B}[2J"
        var notice = AlarmNotice(
            change: .raised, station: "Harbour \"FM\"", finding: finding,
            time: Self.start + .seconds(16))
        #expect(
            notice.json.description
                == #"{"event":"alarm.raised","station":"Harbour \"FM\"","alarm":"down","#
                + #""since":"2027-01-15T08:00:00Z","limit":15,"value":16.5,"#
                + #""words":"not playing: \u001b[2J"}"#)
        notice.change = .cleared
        #expect(
            notice.json.description.hasSuffix(#","until":"2027-01-15T08:00:16Z"}"#),
            "\(notice.json)")
    }

    @Test(
        "a time is written as RFC 3339",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"), (1_709_251_200, "2024-03-01T00:00:00Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
        ])
    func time(seconds: Int, text: String) {
        #expect(UTCTime(seconds: seconds).text == text)
        #expect((UTCTime(seconds: seconds) + .milliseconds(999)).text == text)
    }
}
