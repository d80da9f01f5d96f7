import Glibc

/// A point in time that no clock adjustment moves: nanoseconds of `CLOCK_MONOTONIC`.
package struct MonotonicTime: Hashable, Comparable, Sendable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static let distantFuture = MonotonicTime(nanoseconds: .max)

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    package static var now: MonotonicTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(
            nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package func seconds(since earlier: MonotonicTime) -> Double {
        Double(nanoseconds - earlier.nanoseconds) * 1e-9
    }

    package func advanced(by seconds: Double) -> MonotonicTime {
        let (sum, isTooFar) = nanoseconds.addingReportingOverflow(
            Int64(saturating: seconds * 1e9))
        return isTooFar ? .distantFuture : MonotonicTime(nanoseconds: sum)
    }

    /// Blocks the calling thread until this point.
    package func sleep() {
        var time = timespec(
            tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }
}
