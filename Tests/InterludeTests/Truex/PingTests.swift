import MediaTime
import Testing

@testable import Interlude

@Suite("When a live stream's server is asked for further pods")
struct PingTests {
    private static func second(_ second: Int) -> FrameTime { FrameTime(.seconds(second)) }

    @Test("one that gives no answer is asked again, later each time, and told the same")
    func failing() {
        var ping = Ping()
        var asked: [Int] = []
        for second in 0...400 where ping.take(at: Self.second(second)) == .started {
            asked.append(second)
            ping.fail()
        }
        #expect(asked == [0, 10, 30, 70, 150, 230, 310, 390])
    }

    @Test("one that answers again is asked when it wants to be")
    func recovering() {
        var ping = Ping()
        #expect(ping.take(at: .zero) == .started)
        ping.fail()
        #expect(ping.take(at: Self.second(10)) == .started)
        ping.answer(Self.second(25))
        #expect(ping.failures == 0)
        #expect(ping.take(at: Self.second(24)) == nil)
        #expect(ping.take(at: Self.second(25)) == .due)
        ping.answer(nil)
        #expect(ping.take(at: Self.second(10_000)) == nil)
    }

    @Test("a seek while an answer is on its way is told at once, whatever the answer is")
    func seeking() {
        for answers in [true, false] {
            var ping = Ping()
            #expect(ping.take(at: .zero) == .started)
            ping.seek(from: Self.second(5))
            if answers { ping.answer(Self.second(100)) } else { ping.fail() }
            #expect(ping.take(at: Self.second(6)) == .sought(from: Self.second(5)))
        }
    }
}
