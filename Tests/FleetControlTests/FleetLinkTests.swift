import MediaTime
import Testing

@testable import FleetControl

@Suite("The connection of a player to its broker")
struct FleetLinkTests {
    private func at(_ seconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: 1).advanced(by: seconds)
    }

    @Test("is made at once, also at the first moment of the clock")
    func first() {
        var link = FleetLink(spread: 0)
        #expect(link.advance(to: MonotonicTime(nanoseconds: 0)) == [.open])
    }

    @Test("is tried again after longer and longer waits, and reported lost once")
    func waits() throws {
        var link = FleetLink(spread: 0)
        var now = 0.0
        var reports = 0
        var waits: [Double] = []
        for _ in 0..<8 {
            #expect(link.advance(to: at(now)) == [.open])
            let commands = link.failed("refused", at: at(now))
            if commands.contains(.reportLost(reason: "refused")) { reports += 1 }
            let next = try #require(link.nextTime).seconds(since: at(now))
            #expect(link.advance(to: at(now + next - 0.01)).isEmpty)
            waits.append(next.rounded())
            now += next
        }
        #expect(waits == [2, 4, 8, 15, 30, 30, 30, 30])
        #expect(reports == 1)
    }

    @Test("begins with a short wait after one that was steady, and not after one that was not")
    func steady() throws {
        for (length, wait) in [(29.0, 2.0), (31, 1)] {
            var link = FleetLink(spread: 0)
            _ = link.advance(to: at(0))
            #expect(link.joined(at: at(1)) == [.reportJoined])
            #expect(link.isJoined)
            #expect(
                link.failed("gone", at: at(1 + length)) == [.close, .reportLost(reason: "gone")])
            let next = try #require(link.nextTime).seconds(since: at(1 + length))
            #expect(abs(next - wait) < 0.01)
        }
    }

    @Test("fails if the broker says nothing for 20 s")
    func silence() {
        var link = FleetLink(spread: 0)
        _ = link.advance(to: at(0))
        #expect(link.advance(to: at(19.9)).isEmpty)
        #expect(link.advance(to: at(20.1)).contains(.close))
        #expect(!link.isJoined)
    }

    @Test("gives a broker 20 s from when its host was found")
    func slowName() {
        var link = FleetLink(spread: 0)
        _ = link.advance(to: at(0))
        link.opened(at: at(60))
        #expect(link.advance(to: at(79.9)).isEmpty)
        #expect(link.joined(at: at(79.9)) == [.reportJoined])
    }

    @Test("waits up to half as long, so that a fleet does not come back at once")
    func spread() throws {
        var link = FleetLink(spread: 1)
        _ = link.advance(to: at(0))
        _ = link.failed("refused", at: at(0))
        #expect(abs(try #require(link.nextTime).seconds(since: at(0)) - 1) < 0.01)
    }
}
