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

    @Test("a time has the date of the Gregorian calendar in each month, and in years long gone")
    func dates() {
        // The first day of each month of 2027, from the days of the months before.
        var day = 20_819
        for (month, length) in zip(1..., [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
            let digits = month < 10 ? "0\(month)" : "\(month)"
            let noon = UTCTime(seconds: day * 86_400 + 12 * 3600 + 5 * 60 + 9)
            #expect(noon.text == "2027-\(digits)-01T12:05:09Z")
            day += length
            #expect(
                UTCTime(seconds: day * 86_400 - 1).text == "2027-\(digits)-\(length)T23:59:59Z")
        }
        #expect(UTCTime(seconds: -9_223_372_036).text == "1677-09-21T00:12:44Z")
        #expect(UTCTime(seconds: 9_223_372_036).text == "2262-04-11T23:47:16Z")
        #expect(UTCTime(seconds: 68_256_000).text == "1972-03-01T00:00:00Z")
    }

    @Test("a time that is too far away is the farthest, and none is before it")
    func farTimes() {
        let (first, last) = (UTCTime(nanoseconds: .min), UTCTime(nanoseconds: .max))
        #expect(UTCTime(seconds: .max) == last && UTCTime(seconds: .min) == first)
        #expect(last + .seconds(1) == last && first - .seconds(1) == first)
        #expect(first + .seconds(1) > first && last - .seconds(1) < last)
        #expect(last - first == .nanoseconds(Int64.max))
        #expect(first - last == .nanoseconds(Int64.min))
        #expect(UTCTime(seconds: 5) - UTCTime(seconds: 7) == .seconds(-2))
        #expect(UTCTime(seconds: 5) + .milliseconds(1) == UTCTime(nanoseconds: 5_001_000_000))
    }

    @Test("an alarm is cleared once its limit was kept for three seconds, and counted each time")
    func counted() {
        var book = AlarmBook()
        for time in [Self.start, Self.start + .seconds(60)] {
            #expect(book.note([Self.finding()], of: "a", at: time).map(\.change) == [.raised])
            #expect(book.note([], of: "a", at: time + .seconds(1)) == [])
            #expect(book.note([], of: "a", at: time + .milliseconds(3999)) == [])
            let last = book.note([], of: "a", at: time + .seconds(4))
            #expect(last.map(\.change) == [.cleared])
            #expect(last.map(\.finding) == [Self.finding()])
        }
        #expect(book.raisedCounts(of: "a") == [.down: 2])
        #expect(book.raisedCounts(of: "b") == [:])
    }
}
