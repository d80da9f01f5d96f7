import MediaTime

/// A date with its time of day, as in `2020-01-02T21:55:44.000Z` (ISO 8601).
package struct WallClockDate: Hashable, Comparable, Sendable {
    /// The time since the beginning of 1970 in UTC, without leap seconds.
    package var sinceEpoch: Duration

    package init(sinceEpoch: Duration) {
        self.sinceEpoch = sinceEpoch
    }

    /// Reads a date; `nil` if `text` is none. One without a zone is in UTC.
    package init?(parsing text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes.count <= 64,
            bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
            let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
            (1...12).contains(month), (1...31).contains(day), hour <= 24, minute <= 59,
            second <= 60
        else { return nil }
        var rest = bytes[19...]
        var fraction = Duration.zero
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            let written = "0." + String(decoding: digits, as: UTF8.self)
            guard !digits.isEmpty, let time = Duration(decimalSeconds: written, within: .length)
            else { return nil }
            fraction = time
            rest = rest[digits.endIndex...]
        }
        guard let zone = Self.secondsEast(rest) else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - zone
        sinceEpoch = .seconds(seconds) + fraction
    }

    package static func < (left: WallClockDate, right: WallClockDate) -> Bool {
        left.sinceEpoch < right.sinceEpoch
    }

    /// The date after this one by `time`.
    package func advanced(by time: Duration) -> WallClockDate {
        WallClockDate(sinceEpoch: sinceEpoch + time)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// How far the zone, such as `Z`, `-04:00` or `+0530`, is east of UTC.
    private static func secondsEast(_ zone: ArraySlice<UInt8>) -> Int? {
        if zone.isEmpty || zone.elementsEqual([UInt8(ascii: "Z")]) { return 0 }
        let digits = zone.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard zone.first == UInt8(ascii: "+") || zone.first == UInt8(ascii: "-"),
            digits.count == 2 || digits.count == 4, let hours = number(digits[..<2]),
            let minutes = digits.count == 4 ? number(digits[2...]) : 0, hours <= 24, minutes <= 59
        else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return zone.first == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// Days from 1 January 1970 in the Gregorian calendar. A year begins in March here, so that the
    /// leap day is its last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year + 399 : year + 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        // 719 468 days lie between 1 March of the year 0 and 1970; 146 097 days are 400 years.
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468 - 146_097
    }
}
