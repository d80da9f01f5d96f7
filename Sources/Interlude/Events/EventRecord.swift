import MediaTime
import PlainText

/// One line of the event log: what happened, at which output frame.
///
/// Holds no wall-clock time and no random id, so two runs that decide the same
/// write the same bytes.
public struct EventRecord: Hashable, Sendable {
    /// The event's name, such as `slot.started`.
    public var event: String

    /// The output frame at which it happened.
    public var frame: Int64

    /// What else is known, in the order in which it is written after the ids.
    ///
    /// No text in it shows the password of an address, or is longer than ``textLimit``.
    public var fields: [JSONMember] {
        didSet { fields = fields.map { JSONMember($0.key, Self.shown($0.value)) } }
    }

    /// How many scalars of a text stand in an event: as many as an address may have bytes.
    public static let textLimit = 8192

    public init(
        _ event: String, at time: FrameTime, _ fields: KeyValuePairs<String, JSONValue> = [:]
    ) {
        self.event = event
        frame = time.frames
        self.fields = fields.map { JSONMember($0.key, Self.shown($0.value)) }
    }

    /// Adds what else is known.
    mutating func add(_ key: String, _ value: JSONValue) {
        fields.append(JSONMember(key, value))
    }

    private static func shown(_ value: JSONValue) -> JSONValue {
        value.mappingTexts { $0.hidingPasswords.shortened(to: textLimit) }
    }

    /// Output time in seconds.
    public var t: Double { FrameTime(frame).seconds }

    /// The keys that name what an event is about; they stand before all other fields.
    private static let ids: Set = ["break", "slot", "spot"]

    /// The line's object: `event`, `t`, `frame`, the ids, then the other fields.
    public var json: JSONValue {
        .object(
            [
                JSONMember("event", .string(event)),
                JSONMember("t", .decimal(t)),
                JSONMember("frame", .integer(frame)),
            ]
                + fields.filter { Self.ids.contains($0.key) }
                + fields.filter { !Self.ids.contains($0.key) })
    }
}
