import MediaTime
import Testing

@testable import Interlude

@Suite("Requests to a live stream's server for further pods")
struct PingTests {
    private static func second(_ second: Int) -> FrameTime { FrameTime(.seconds(second)) }

    @Test("are repeated without an answer, later each time, with the same content")
    func failing() {
        var ping = Ping()
        var asked: [Int] = []
        for second in 0...400 where ping.take(at: Self.second(second)) == .started {
            asked.append(second)
            ping.fail()
        }
        #expect(asked == [0, 10, 30, 70, 150, 230, 310, 390])
    }

    @Test("are sent at the server's time again once it answers")
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

    @Test("report a seek during a request at once, whatever the answer is")
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
