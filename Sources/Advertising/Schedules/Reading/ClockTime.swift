import MediaTime
import PlainText

/// Times in documents: `hh:mm:ss.mmm`, or a number of seconds.
enum ClockTime {
    /// The nearest frame; `nil` if the time is beyond any stream, such as a time of day or a
    /// mistake.
    static func frames(seconds: Double) -> Int64? {
        do {
            return try FrameTime(checking: seconds, within: .offset).frames
        } catch {
            return nil
        }
    }

    /// The nearest frame to the time in `text`; `nil` if it has none.
    static func frames(_ text: String) -> Int64? {
        let text = text.trimmed
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return decimal(text[...]).flatMap(frames(seconds:)) }
        guard parts.count <= 3, let seconds = decimal(parts[parts.count - 1]), seconds >= 0,
            seconds < 60
        else { return nil }
        var minutes = 0
        for part in parts.dropLast() {
            guard part.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(part),
                number <= 1_000_000
            else { return nil }
            minutes = minutes * 60 + number
        }
        guard let whole = frames(seconds: Double(minutes) * 60) else { return nil }
        return frames(seconds: seconds).map { whole + $0 }
    }

    /// The time in `text`, to the nearest frame; `nil` if it has none.
    static func duration(_ text: String) -> Duration? {
        frames(text).map { FrameTime($0).duration }
    }

    /// `hh:mm:ss.mmm`.
    static func text(of time: FrameTime) -> String {
        let milliseconds = Int64(saturating: (Double(time.frames) / 48).rounded())
        let fields = [
            (milliseconds / 3_600_000, 2), (milliseconds / 60_000 % 60, 2),
            (milliseconds / 1000 % 60, 2), (milliseconds % 1000, 3),
        ].map { number, width in
            let digits = String(number.magnitude)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return fields[0...2].joined(separator: ":") + "." + fields[3]
    }

    /// Parses digits with a decimal point only; `1e3` and `nan` are rejected.
    static func decimal(_ text: Substring) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text
        let isPlain = digits.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard isPlain, digits.first?.isNumber == true else { return nil }
        return Double(text)
    }
}

/// VMAP's `timeOffset`: a time, `n%`, `#m`, `start` or `end`.
package enum VMAPOffset {
    /// `nil` if `text` is none of these, or a time before the stream.
    package static func read(_ text: String) -> AdSchedule.Offset? {
        let text = text.trimmed
        switch text.lowercased() {
        case "start": return .at(.zero)
        case "end": return .end
        default: break
        }
        if text.hasPrefix("#") {
            guard let number = Int(text.dropFirst()), number > 0 else { return nil }
            return .ordinal(number)
        }
        if text.hasSuffix("%") {
            guard let share = JSONNode.string(String(text.dropLast())).double,
                (0...100).contains(share)
            else { return nil }
            return share == 0 ? .at(.zero) : .share(share / 100)
        }
        guard let frames = ClockTime.frames(text), frames >= 0 else { return nil }
        return .at(FrameTime(frames))
    }
}
