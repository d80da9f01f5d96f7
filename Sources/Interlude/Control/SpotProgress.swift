import Advertising
import MediaTime
import PlainText

/// What has become of a pushed spot.
package struct SpotProgress: Hashable, Sendable, Codable {
    /// The number of the spot in the event log.
    package var spot: Advertisement.ID
    package var title: String
    package var state: State
    /// Why it was not played to its end; `nil` if it plays, or was. A completed spot has one if its
    /// file is cut off.
    package var reason: String?

    package enum State: String, Hashable, Sendable, Codable {
        case playing
        case completed
        case skipped
        case failed
        /// Nothing of it was heard, although nothing failed.
        case notPlayed

        /// Whether it is the last state of a spot.
        package var isLast: Bool {
            switch self {
            case .playing: false
            case .completed, .skipped, .failed, .notPlayed: true
            }
        }
    }

    package init(
        spot: Advertisement.ID, title: String, _ state: State, reason: String? = nil
    ) {
        self.spot = spot
        self.title = title
        self.state = state
        self.reason = reason
    }

    var json: JSONValue {
        .present([
            "spot": .integer(Int64(spot)), "title": .string(title.printable(limit: 500)),
            "state": .string(state.rawValue), "reason": JSONValue(reason),
        ])
    }

    /// The state in words, for people: `failed: Tea: there is no such file`.
    package var words: String {
        let name =
            switch state {
            case .playing, .completed, .skipped, .failed: state.rawValue
            case .notPlayed: "not played"
            }
        // A spot without a title of its own has its address, with which the reason begins.
        let namesItself = reason?.hasPrefix("\(title): ") == true
        return [name, namesItself ? nil : title, reason].compactMap { $0 }.joined(separator: ": ")
    }
}

/// The spots of one push, until each of them has ended.
struct PushProgress: Hashable, Sendable {
    /// The spots that have not ended.
    private var open: [Advertisement.ID: Spot]

    private struct Spot: Hashable {
        var title: String
        /// What is said of its file, which is cut off; `nil` for a whole one.
        var cut: String?
    }

    /// `numbers` are those of `spots` in the event log, in the same order.
    init(of spots: [Advertisement], numbers: [Advertisement.ID]) {
        open = Dictionary(
            zip(numbers, spots.map { Spot(title: $0.title) }),
            uniquingKeysWith: { first, _ in first })
    }

    var isOver: Bool { open.isEmpty }

    /// Reads a line of the event log; `nil` if it changes the state of none of the spots.
    mutating func note(_ record: EventRecord) -> SpotProgress? {
        guard case .integer(let value)? = record["spot"] else { return nil }
        let number = Int(value)
        guard let spot = open[number] else { return nil }
        var reason: String?
        if case .string(let words)? = record["reason"] { reason = words }
        if record.warnsOfCutSpot { open[number]?.cut = reason }
        guard let state = SpotProgress.State(record.event) else { return nil }
        if state == .completed { reason = spot.cut }
        if state.isLast { open[number] = nil }
        return SpotProgress(spot: number, title: spot.title, state, reason: reason)
    }

    /// Ends all spots that have not ended, in the order of their numbers.
    mutating func drop(_ reason: String) -> [SpotProgress] {
        defer { open = [:] }
        return open.sorted { $0.key < $1.key }.map {
            SpotProgress(spot: $0.key, title: $0.value.title, .notPlayed, reason: reason)
        }
    }
}

extension SpotProgress.State {
    /// The state that the event of this name begins; `nil` for any other event.
    fileprivate init?(_ event: String) {
        switch event {
        case "slot.started": self = .playing
        case "slot.completed": self = .completed
        case "slot.skipped": self = .skipped
        case "slot.failed": self = .failed
        case "slot.notUsed": self = .notPlayed
        default: return nil
        }
    }
}
