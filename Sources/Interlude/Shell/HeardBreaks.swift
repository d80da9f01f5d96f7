import AudioSinks
import MediaTime

/// Finds the breaks that were heard in the event log, for listeners elsewhere. A value.
struct HeardBreaks: Hashable {
    /// How many frames the spots of a break have that are loaded and that is not over.
    private var loaded: [JSONValue: Int] = [:]
    private var open: [JSONValue: HeardBreak] = [:]

    /// How many breaks may be announced or heard at a time. An app's schedule has no such number.
    private static let limit = 1_000

    /// The break that begins or ends with a record; `nil` with most.
    mutating func note(_ record: EventRecord) -> HeardBreak? {
        guard let name = record["break"] else { return nil }
        switch record.event {
        case "slot.loaded":
            guard case .integer(let count)? = record["frames"], count > 0,
                loaded[name] != nil || loaded.count < Self.limit
            else { return nil }
            loaded[name, default: 0] += Int(count)
        case "break.started":
            guard open.count < Self.limit else { return nil }
            let heard = HeardBreak(
                Self.text(name), start: FrameTime(record.frame), plannedCount: loaded[name])
            open[name] = heard
            return heard
        case "break.ended", "break.cancelled":
            loaded[name] = nil
            guard var heard = open.removeValue(forKey: name) else { return nil }
            heard.end = max(heard.start, FrameTime(record.frame))
            return heard
        default: break
        }
        return nil
    }

    private static func text(_ name: JSONValue) -> String {
        if case .string(let text) = name { text } else { name.description }
    }
}
