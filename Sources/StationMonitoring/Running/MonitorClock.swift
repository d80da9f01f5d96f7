import Glibc
import MediaTime

/// The time of day, which goes on evenly: it is read once, and then follows the monotonic clock.
struct MonitorClock: Sendable {
    private let start = MonotonicTime.now
    private let startTime: UTCTime

    init() {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        startTime = UTCTime(
            nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    var now: UTCTime {
        UTCTime(
            nanoseconds: startTime.nanoseconds + MonotonicTime.now.nanoseconds - start.nanoseconds)
    }
}
