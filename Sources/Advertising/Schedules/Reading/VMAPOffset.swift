import MediaTime
import PlainText

/// The forms of VMAP's `timeOffset`: a time, `n%`, `#m`, `start` and `end`.
enum VMAPOffset {
    /// `nil` if `text` has none of them, or is a time before the stream.
    static func read(_ text: String) -> AdSchedule.Offset? {
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
