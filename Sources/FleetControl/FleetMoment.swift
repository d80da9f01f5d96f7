import FoundationEssentials
import Glibc
import MediaTime

/// A moment by both clocks: the wall clock, by which pushes expire and breaks are due, and the one
/// that no adjustment moves, by which a player waits.
package struct FleetMoment: Hashable, Sendable {
    package var date: FleetDate
    package var time: MonotonicTime

    package init(date: FleetDate, time: MonotonicTime) {
        self.date = date
        self.time = time
    }

    package static var now: FleetMoment { FleetMoment(date: .now, time: .now) }
}

/// A time of the wall clock: milliseconds since 1970, in UTC.
package struct FleetDate: Hashable, Comparable, Sendable {
    package let milliseconds: Int64

    /// Seconds since 1970 up to the year 9999.
    private static let range = 0...253_402_300_799.0

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package static var now: FleetDate {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return FleetDate(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Both are bounded, so the sum is no overflow for any read date and interval.
    package func advanced(by interval: Duration) -> FleetDate {
        let (sum, isTooFar) = milliseconds.addingReportingOverflow(interval.wholeMilliseconds)
        return FleetDate(milliseconds: isTooFar ? .max : sum)
    }

    package func seconds(since earlier: FleetDate) -> Double {
        (Double(milliseconds) - Double(earlier.milliseconds)) / 1000
    }

    package static func < (left: FleetDate, right: FleetDate) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

extension Duration {
    var wholeMilliseconds: Int64 { Int64(saturating: inSeconds * 1000) }
}

extension FleetDate: Codable {
    /// Reads seconds since 1970, or a text of ISO 8601 such as `2026-11-28T12:00:00Z`.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // try?: a text is no number.
        if let seconds = try? value.decode(Double.self) {
            guard Self.range.contains(seconds) else {
                throw DecodingError.dataCorruptedError(
                    in: value, debugDescription: "a time is from 1970 to 9999")
            }
            milliseconds = Int64(saturating: seconds * 1000)
            return
        }
        let text = try value.decode(String.self)
        // try?: the reason is that it is no such text.
        guard text.utf8.count <= 40, let date = try? Date(text, strategy: .iso8601),
            Self.range.contains(date.timeIntervalSince1970)
        else {
            throw DecodingError.dataCorruptedError(
                in: value,
                debugDescription: "a time is in seconds since 1970, or as in 2026-11-28T12:00:00Z")
        }
        milliseconds = Int64(saturating: date.timeIntervalSince1970 * 1000)
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(Double(milliseconds) / 1000)
    }
}
