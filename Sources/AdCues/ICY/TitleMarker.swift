import MediaTime

/// A title that starts or ends a break in place of naming a track.
///
/// Only a whole title counts: words such as "ad", "break" or "jingle" occur in the titles of songs.
package enum TitleMarker: Hashable, Sendable {
    /// `duration` is `nil` if the title does not say how long the break is.
    case start(duration: Duration?)
    /// The break is over. It does not say that music is back.
    case end
}

extension TitleMarker {
    /// Titles in lower case that playout systems send at the start of a break.
    private static let starts: Set<String> = [
        "tibreak", "[break]", "preroll", "midroll", "postroll", "ad-trigger",
        "ad-trigger - ad-trigger", "live365 - advertisement", "live365 - live365 - advertisement",
        "start_ad_break",
    ]
    private static let ends: Set<String> = ["advertisement_stop", "stop_ad_break"]

    /// The marker that `title` is; `nil` for any other title.
    package init?(title: String) {
        let title = title.trimmingSpace.lowercased()
        if Self.starts.contains(title) || Self.isNumbered(title) {
            self = .start(duration: nil)
        } else if Self.ends.contains(title) {
            self = .end
        } else if let duration = Self.statedDuration(title) {
            self = .start(duration: duration)
        } else {
            return nil
        }
    }

    /// Whether it is `ad 2`: the second advertisement of a break.
    private static func isNumbered(_ title: String) -> Bool {
        guard title.hasPrefix("ad ") else { return false }
        let number = title.dropFirst(3)
        return (1...2).contains(number.count) && number.allSatisfy(\.isASCIIDigit)
    }

    /// The length in a title that has one.
    private static func statedDuration(_ title: String) -> Duration? {
        // An AdsWizz tag may be followed by words for people.
        if let rest = title.after("adwtag_") {
            let number = rest.prefix { $0.isASCIIDigit }
            let words = rest.dropFirst(number.count)
            guard words.isEmpty || words.hasPrefix(" - ") else { return nil }
            return milliseconds(number)
        }
        if let number = title.after("start_ad_break_") { return milliseconds(number) }
        if let clock = title.after("advertisement_start_length=") { return Duration(clock: clock) }
        return nil
    }

    private static func milliseconds(_ digits: Substring) -> Duration? {
        digits.allSatisfy(\.isASCIIDigit) ? Duration(milliseconds: digits) : nil
    }
}

extension StringProtocol {
    /// What follows `prefix`; `nil` if the text does not begin with it.
    func after(_ prefix: String) -> SubSequence? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}
