import MediaTime
import Testing

@testable import Playout

@Suite("The lowest buffer fill")
struct BufferFillWindowTests {
    /// The answers of a window to a fill in each second, the first one at second 0.
    private static func answers(
        _ window: inout BufferFillWindow, _ fills: [Int], from first: Int = 0
    ) -> [Int?] {
        fills.enumerated().map { index, fill in
            window.note(fill, at: FrameTime(Int64((first + index) * FrameTime.rate)))
        }
    }

    @Test("of ten seconds is known after eleven, and from then on each second")
    func tenSeconds() {
        var window = BufferFillWindow()
        // The first second is not measured.
        let fills = [1] + (1...15).map { $0 == 3 ? 7 : 100 + $0 }
        let answers = Self.answers(&window, fills)
        #expect(answers[..<11].allSatisfy { $0 == nil })
        #expect(answers[11...] == [7, 7, 7, 104, 105])
    }

    @Test("is the lowest of all in a second")
    func lowest() {
        var window = BufferFillWindow()
        var answers: [Int] = []
        for tenth in 0...125 {
            // The lowest is in the middle of second 5.
            let fill = tenth == 55 ? 20 : 500 - tenth
            let position = FrameTime(Int64(tenth * FrameTime.rate / 10))
            if let answer = window.note(fill, at: position) { answers.append(answer) }
        }
        #expect(answers == [20, 20])
    }

    @Test("does not count what came in the first second, whatever it is")
    func burst() {
        var window = BufferFillWindow()
        _ = window.note(0, at: FrameTime(500))
        _ = window.note(0, at: FrameTime(48_499))
        var answers: [Int] = []
        for second in 1...12 {
            let position = FrameTime(Int64(500 + second * FrameTime.rate))
            if let answer = window.note(300, at: position) { answers.append(answer) }
        }
        #expect(answers == [300, 300])
    }

    @Test("is lowered by frames that were dropped, in every second")
    func lowered() {
        var window = BufferFillWindow()
        _ = Self.answers(&window, [0] + (1...11).map { $0 == 11 ? 60 : 100 + $0 })
        window.lower(by: 50)
        // The newest second is the lowest.
        #expect(Self.answers(&window, [200, 200], from: 12) == [10, 10])
        var other = BufferFillWindow()
        _ = Self.answers(&other, [0] + (1...11).map { 100 + $0 })
        other.lower(by: 50)
        #expect(Self.answers(&other, [200, 200, 200], from: 12) == [52, 53, 54])
    }

    @Test("is not lowered before anything was measured")
    func empty() {
        var window = BufferFillWindow()
        window.lower(by: 50)
        let answers = Self.answers(&window, [Int](repeating: 100, count: 13))
        #expect(answers.compactMap(\.self) == [100, 100])
    }

    @Test("keeps its seconds where some pass without a measurement")
    func gap() {
        var window = BufferFillWindow()
        _ = Self.answers(&window, [0] + (1...9).map { 100 + $0 })
        // Nothing for three and a half seconds.
        #expect(window.note(90, at: FrameTime(Int64(27 * FrameTime.rate / 2))) == nil)
        // Second 13 ends at 14.
        #expect(window.note(95, at: FrameTime(Int64(14 * FrameTime.rate - 1))) == nil)
        #expect(window.note(95, at: FrameTime(Int64(14 * FrameTime.rate))) == 90)
    }

    @Test("has no second that was lowered before it was measured")
    func emptySecond() {
        var window = BufferFillWindow()
        window.lower(by: 50)
        #expect(window.note(100, at: .zero) == nil)
        // Nothing for three seconds.
        let answers = Self.answers(&window, [Int](repeating: 100, count: 11), from: 3)
        #expect(answers.compactMap(\.self) == [100])
    }
}
