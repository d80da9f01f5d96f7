import AdPlayback
import Advertising
import MediaTime
import Testing

@Suite("Delay")
struct DelayTests {
    private static let second = FrameTime.rate

    @Test("events expire five minutes behind live, unless it is said")
    func maxDelay() {
        #expect(DelayedEventQueue().maxDelay == .seconds(300))
    }

    @Test("M-delayed-ad-fires-at-shifted-time: an ad of stream second 100 fires there, D later")
    func firesShifted() {
        var queue = DelayedEventQueue()
        let live = FrameTime.zero + 100 * Self.second
        queue.add(.advertisements([.sample(1)]), at: live)
        #expect(queue.firstOccurrence == live)
        #expect(queue.advance(listener: live - 1, liveEdge: live + 30 * Self.second).reached == [])
        let due = queue.advance(listener: live, liveEdge: live + 30 * Self.second)
        #expect(due.reached == [.advertisements([.sample(1)])])
        #expect(queue.isEmpty)
        #expect(queue.firstOccurrence == nil)
    }

    @Test("M-delayed-ad-fires-at-shifted-time: going live fires what is pending at once, in order")
    func retimed() {
        var queue = DelayedEventQueue()
        let live = FrameTime.zero + 100 * Self.second
        queue.add(.streamerUnmuted, at: live - Self.second)
        queue.add(.streamerMuted, at: live - 2 * Self.second)
        queue.add(.advertisements([.sample(1)]), at: live + Self.second)
        #expect(queue.firstOccurrence == live - 2 * Self.second)
        #expect(
            queue.advance(listener: live, liveEdge: live).reached
                == [.streamerMuted, .streamerUnmuted])
        // With a longer delay, the remaining event is further away.
        #expect(queue.firstOccurrence == live + Self.second)
    }

    @Test("an event that the listener falls too far behind for is returned as expired")
    func expires() {
        var queue = DelayedEventQueue(maxDelay: .seconds(10))
        queue.add(.streamerMuted, at: FrameTime(Int64(5 * Self.second)))
        let listener = FrameTime(Int64(4 * Self.second))
        let before = queue.advance(listener: listener, liveEdge: listener + 11 * Self.second)
        #expect(before == .init(reached: [], expired: []))
        let after = queue.advance(listener: listener, liveEdge: listener + 12 * Self.second)
        #expect(after == .init(reached: [], expired: [.streamerMuted]))
        #expect(queue.isEmpty)
    }

    @Test("at the maximum delay nothing is lost between two updates")
    func atTheEdge() {
        var queue = DelayedEventQueue(maxDelay: .seconds(10))
        queue.add(.streamerMuted, at: FrameTime(1000))
        let due = queue.advance(
            listener: FrameTime(4800), liveEdge: FrameTime(4800) + 10 * Self.second)
        #expect(due.reached == [.streamerMuted])
    }

    @Test("counts spots, with one for a push without any, and mutes")
    func counts() {
        var queue = DelayedEventQueue()
        queue.add(.advertisements([.sample(1), .sample(2)]), at: .zero)
        queue.add(.advertisements([]), at: .zero)
        queue.add(.streamerMuted, at: .zero)
        queue.add(.streamerUnmuted, at: .zero)
        queue.add(.streamerMuted, at: .zero)
        #expect(queue.spotCount == 3)
        #expect(queue.muteCount == 3)
    }

    @Test("a stream that ends discards its events")
    func removeAll() {
        var queue = DelayedEventQueue()
        queue.add(.streamerMuted, at: .zero)
        queue.removeAll()
        #expect(queue.isEmpty)
    }
}
