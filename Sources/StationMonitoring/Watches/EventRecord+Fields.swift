import Interlude
import MediaTime

extension EventRecord {
    /// Whether it tells what an earlier session has counted.
    var isEarlier: Bool { self["earlier"] != nil }

    /// The same, as what an earlier session has counted.
    var asEarlier: EventRecord {
        var record = self
        record.fields.append(JSONMember("earlier", true))
        return record
    }

    /// The frame in the field `name`.
    func frame(in name: String) -> FrameTime? {
        guard case .integer(let frame)? = self[name] else { return nil }
        return FrameTime(frame)
    }

    /// The time in the field `name`, which is in seconds.
    func seconds(in name: String) -> Duration? {
        switch self[name] {
        case .decimal(let seconds)?: Duration(clamping: seconds, to: .session)
        case .integer(let seconds)?: Duration(clamping: Double(seconds), to: .session)
        default: nil
        }
    }
}
