import Interlude
import MediaTime
import ReportPages

/// A limit that is exceeded at a station.
package struct AlarmFinding: Hashable, Sendable, Codable {
    package var kind: AlarmKind

    /// When what is wrong began.
    package var since: UTCTime

    /// In the unit of the kind: seconds, LU, or a count.
    package var limit: Double

    /// What exceeds the limit, in the same unit.
    package var value: Double

    /// The same for people.
    package var words: String

    init(
        _ kind: AlarmKind, since: UTCTime, limit: Double, value: Double, words: String
    ) {
        self.kind = kind
        self.since = since
        self.limit = limit
        self.value = value
        self.words = words
    }

    /// A time that is too long.
    init(_ kind: AlarmKind, since: UTCTime, limit: Duration, value: Duration, words: String) {
        self.init(
            kind, since: since, limit: limit.inSeconds, value: value.inSeconds, words: words)
    }

    /// The alarm in a list of those that stand.
    package var json: JSONValue { .object(members) }

    var members: [JSONMember] {
        [
            JSONMember("alarm", .string(kind.rawValue)),
            JSONMember("since", .string(since.text)),
            JSONMember("limit", .decimal(limit)),
            JSONMember("value", .decimal(value)),
            JSONMember("words", .string(words)),
        ]
    }
}

extension Duration {
    /// The time in seconds for people: to the tenth if it is short.
    var inWords: String {
        let seconds = inSeconds
        return "\(seconds < 10 ? Figures.tenths(seconds) : Figures.whole(seconds)) s"
    }
}
