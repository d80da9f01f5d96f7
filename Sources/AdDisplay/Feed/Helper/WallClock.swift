import Glibc
import MediaTime

/// Milliseconds since 1970, by the clock on the wall.
public func wallClockMilliseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
