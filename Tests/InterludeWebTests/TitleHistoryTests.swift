import MediaTime
import Testing

@testable import InterludeWeb

@Suite("The history of titles")
struct TitleHistoryTests {
    private static func time(_ seconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: seconds * 1_000_000_000)
    }

    @Test("has each title of the stream once in a row, without empty ones, and says how long ago")
    func titles() {
        var history = TitleHistory()
        let titles = [nil, "Tide", "Tide", "", nil, "Tide", "Bells", "Tide"]
        for (second, title) in titles.enumerated() {
            history.take(title, at: Self.time(Int64(second)))
        }
        #expect(history.titles.map(\.title) == ["Tide", "Bells", "Tide"])
        #expect(
            history.titles.map { $0.json(at: Self.time(7)).description } == [
                #"{"number":1,"kind":"programme","title":"Tide","ago":6}"#,
                #"{"number":2,"kind":"programme","title":"Bells","ago":1}"#,
                #"{"number":3,"kind":"programme","title":"Tide","ago":0}"#,
            ])
    }

    @Test("has each spot, and not again the title that continues after it")
    func spots() {
        var history = TitleHistory()
        history.take("Tide", at: Self.time(1))
        history.takeSpot("Ferries", at: Self.time(2))
        history.takeSpot("Ferries", at: Self.time(3))
        history.take("Tide", at: Self.time(4))
        #expect(history.titles.map(\.title) == ["Tide", "Ferries", "Ferries"])
        #expect(history.titles.map(\.kind) == [.programme, .ad, .ad])
    }

    @Test("keeps the last 20 titles")
    func bound() {
        var history = TitleHistory()
        for number in 1...50 { history.take("\(number)", at: .now) }
        #expect(history.titles.map(\.title) == (31...50).map { "\($0)" })
    }
}
