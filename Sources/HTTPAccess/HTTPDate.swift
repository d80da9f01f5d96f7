import Glibc
import MediaTime

/// A date in any of HTTP's three formats (RFC 9110, 5.6.7).
struct HTTPDate: Hashable, Sendable {
    let secondsSince1970: Int

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Parses `text`; `nil` if it is not a date.
    init?(_ text: String) {
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
        let day: Substring, month: Substring, year: Substring, time: Substring
        switch words.count {
        // `Sun, 06 Nov 1994 08:49:37 GMT` or `Sunday, 06-Nov-94 08:49:37 GMT`
        case 6: (day, month, year, time) = (words[1], words[2], words[3], words[4])
        // `Sun Nov  6 08:49:37 1994`
        case 5: (day, month, year, time) = (words[2], words[1], words[4], words[3])
        default: return nil
        }
        let parts = time.split(separator: ":").compactMap { Int32($0) }
        guard let day = Int32(day), let month = Self.months.firstIndex(of: String(month)),
            let year = Int32(year), (0...9999).contains(year), parts.count == 3
        else { return nil }
        var moment = tm()
        // For a two-digit year, take the nearest century.
        moment.tm_year = year >= 100 ? year - 1900 : year < 70 ? year + 100 : year
        (moment.tm_mon, moment.tm_mday) = (Int32(month), day)
        (moment.tm_hour, moment.tm_min, moment.tm_sec) = (parts[0], parts[1], parts[2])
        secondsSince1970 = timegm(&moment)
    }

    private init(secondsSince1970: Int) {
        self.secondsSince1970 = secondsSince1970
    }

    static var now: HTTPDate { HTTPDate(secondsSince1970: time(nil)) }
}
