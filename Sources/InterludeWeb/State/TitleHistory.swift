import Interlude
import MediaTime

/// The titles of the stream and of the spots since the player began.
struct TitleHistory: Hashable, Sendable {
    /// Oldest first.
    private(set) var titles: [HeardTitle] = []

    /// The last title of the stream, which it may send again after a break.
    private var programme: String?

    private var count = 0

    static let maximumCount = 20

    /// Takes the present title of the stream; `nil` if it has none.
    mutating func take(_ title: String?, at now: MonotonicTime) {
        guard let title, !title.isEmpty, title != programme else { return }
        programme = title
        add(.programme, title, at: now)
    }

    /// Takes the title of a spot that begins.
    mutating func takeSpot(_ title: String, at now: MonotonicTime) {
        add(.ad, title, at: now)
    }

    private mutating func add(_ kind: HeardTitle.Kind, _ title: String, at now: MonotonicTime) {
        count += 1
        titles.append(HeardTitle(number: count, kind: kind, title: title, time: now))
        if titles.count > Self.maximumCount { titles.removeFirst() }
    }
}

/// A title, and when the player received it.
struct HeardTitle: Hashable, Sendable {
    /// Counts the titles since the player began.
    let number: Int
    let kind: Kind
    let title: String
    let time: MonotonicTime

    enum Kind: String, Hashable, Sendable {
        case programme
        case ad
    }

    /// The HeardTitle of the OpenAPI document at `now`.
    func json(at now: MonotonicTime) -> JSONValue {
        [
            "number": .integer(Int64(number)), "kind": .string(kind.rawValue),
            "title": .string(title),
            "ago": .decimal(max(0, now.seconds(since: time))),
        ]
    }
}
