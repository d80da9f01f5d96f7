import Glibc
import MediaTime
import Testing

@Suite("A monotonic time")
struct MonotonicTimeTests {
    /// The system's own monotonic clock, in nanoseconds.
    private static func clock() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    @Test("now is the time of the system's clock")
    func now() {
        // Another thread may run between two readings, but not each time.
        let gaps = (0..<100).map { _ in
            let before = Self.clock()
            let now = MonotonicTime.now.nanoseconds
            let after = Self.clock()
            #expect(before <= now && now <= after)
            return after - before
        }
        #expect(gaps.min()! < 1_000_000)
    }

    @Test("is a number of seconds before or after another")
    func seconds() {
        let time = MonotonicTime(nanoseconds: 5_000_000_000)
        let later = time.advanced(by: 1.5)
        #expect(later.nanoseconds == 6_500_000_000)
        #expect(later.seconds(since: time) == 1.5 && time.seconds(since: later) == -1.5)
        #expect(time < later && !(later < time) && !(time < time))
        #expect(time.advanced(by: 1e30) == .distantFuture)
        #expect(MonotonicTime.distantFuture.advanced(by: 1) == .distantFuture)
    }

    @Test("is waited for, unless it has passed", .timeLimit(.minutes(1)))
    func wait() {
        let time = MonotonicTime.now.advanced(by: 0.01)
        time.sleep()
        #expect(MonotonicTime.now >= time)
        MonotonicTime(nanoseconds: 0).sleep()
    }
}
