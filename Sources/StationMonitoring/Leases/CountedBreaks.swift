import Interlude
import MediaTime

/// The latest breaks of a station, and what was counted of each. A value.
///
/// A session that follows another one, in this process or in another one, finds the same breaks in
/// the stream. They are known by their names, or by the time at which the station sent their
/// beginning. That is the same for all listeners, however far behind live each is.
package struct CountedBreaks: Hashable, Sendable, Codable {
    /// Times of one place in the stream may differ so much between two sessions: a playlist grows
    /// by whole segments.
    private static let tolerance = Duration.seconds(10)
    /// A break with the same name is another one if it is so much further away.
    private static let nameReach = Duration.seconds(60)
    /// A break that begins this soon after a stream was joined may have begun before.
    private static let opening = Duration.seconds(5)
    /// How long a break lasts at most whose end is not known.
    private static let longest = Duration.seconds(600)
    private static let mostRemembered = 16

    private var breaks: [Counted] = []
    // These are of the present session, and of no other.
    private var clock: StationClock?
    /// When the station sent what the present session has heard first.
    private var joined: UTCTime?

    /// What is counted of a break.
    private enum Part: String, Hashable, Codable {
        /// The marker of its beginning.
        case marked
        /// That it began, with spots or without.
        case begun
        /// The marker of its end.
        case ended
    }

    private struct Counted: Hashable, Codable {
        var start: UTCTime
        /// `nil` if it is not known.
        var end: UTCTime?
        /// What carried its marker.
        var source: String?
        /// Its name in the markers.
        var id: String?
        var parts: Set<Part> = []
        /// Those that an earlier session has counted.
        var earlier: Set<Part> = []

        private enum CodingKeys: CodingKey {
            case start, end, source, id, parts
        }
    }

    /// When a station has sent a place of its stream.
    private struct StationClock: Hashable {
        /// The frame that was heard at ``time``, and the one that the station sent then.
        var heard: FrameTime
        var edge: FrameTime
        var time: UTCTime

        func time(of frame: FrameTime) -> UTCTime { time + .frames(frame - edge) }
    }

    private enum CodingKeys: CodingKey {
        case breaks
    }

    package init() {}

    /// Begins another session, whose stream has times of its own.
    mutating func beginSession(at now: UTCTime) {
        (clock, joined) = (nil, nil)
        breaks.removeAll { ($0.end ?? $0.start + Self.longest) + Self.nameReach < now }
        for index in breaks.indices { breaks[index].earlier = breaks[index].parts }
    }

    /// Whether breaks of earlier sessions are known, and the place of this session's stream among
    /// them is not.
    var awaitPlace: Bool { clock == nil && breaks.contains { !$0.earlier.isEmpty } }

    /// Takes what a session that plays hears now, and how far that is behind live.
    mutating func take(position: FrameTime, behindLive: Duration?, at now: UTCTime) {
        let delay = behindLive ?? .zero
        let clock = StationClock(
            heard: position, edge: position + delay.frameCount, time: now)
        self.clock = clock
        joined = joined ?? clock.time(of: position)
    }

    /// Takes an event at `now`, and returns whether an earlier session has counted what it says.
    mutating func hasCounted(_ record: EventRecord, at now: UTCTime) -> Bool {
        switch (record.event, record["kind"]) {
        case ("session.playing", _):
            guard let place = record.frame(in: "streamFrame") else { return false }
            take(position: place, behindLive: record.seconds(in: "behindLive"), at: now)
            return false
        case ("cue.seen", .string("out")), ("cue.seen", .string("continue")):
            return note(.marked, of: sighting(in: record, at: now))
        case ("cue.seen", .string("in")): return noteEnd(sighting(in: record, at: now))
        case ("break.dropped", _):
            // Without a place, it is none of the stream.
            guard record.frame(in: "streamFrame") != nil else { return false }
            return note(.begun, of: sighting(in: record, at: now))
        case ("break.started", _):
            return record["pod"] == nil && note(.begun, of: sighting(in: record, at: now))
        default: return false
        }
    }

    /// What an event says of a break. It is at the ear if the event names no place.
    private func sighting(in record: EventRecord, at now: UTCTime) -> Counted {
        let place = record.frame(in: "streamFrame").flatMap { clock?.time(of: $0) }
        // What is heard now was sent so much earlier.
        let start = place ?? clock.map { $0.time(of: $0.heard) + (now - $0.time) } ?? now
        var one = Counted(start: start, end: record.seconds(in: "duration").map { start + $0 })
        if case .string(let source)? = record["source"] { one.source = source }
        if case .string(let id)? = record["id"] { one.id = id }
        return one
    }

    private mutating func note(_ part: Part, of one: Counted) -> Bool {
        guard let index = breaks.lastIndex(where: { isSame(one, as: $0, by: part) }) else {
            var one = one
            one.parts = [part]
            breaks.append(one)
            if breaks.count > Self.mostRemembered { breaks.removeFirst() }
            return false
        }
        breaks[index].parts.insert(part)
        breaks[index].end = breaks[index].end ?? one.end
        return breaks[index].earlier.contains(part)
    }

    private mutating func noteEnd(_ one: Counted) -> Bool {
        let index = breaks.lastIndex { known in
            if let areNamesakes = areNamesakes(one, known) { return areNamesakes }
            return one.start >= known.start
                && one.start <= (known.end ?? known.start + Self.longest) + Self.tolerance
        }
        guard let index else { return false }
        breaks[index].parts.insert(.ended)
        let end = max(one.start, breaks[index].start)
        breaks[index].end = breaks[index].end.map { min($0, end) } ?? end
        return breaks[index].earlier.contains(.ended)
    }

    private func isSame(_ one: Counted, as known: Counted, by part: Part) -> Bool {
        if let areNamesakes = areNamesakes(one, known) { return areNamesakes }
        if one.start >= known.start - Self.tolerance, one.start <= known.start + Self.tolerance {
            return true
        }
        let isInside =
            one.start >= known.start && one.start <= known.end ?? known.start + Self.longest
        switch part {
        case .marked:
            // A listener who joins inside a break may see it begin there.
            return isInside && joined.map { one.start <= $0 + Self.opening } ?? false
        case .begun, .ended:
            // Its spots may have been late.
            return isInside
        }
    }

    /// Whether two have one name; `nil` if they cannot be compared by it.
    private func areNamesakes(_ one: Counted, _ known: Counted) -> Bool? {
        guard let id = one.id, let name = known.id, one.source == known.source else { return nil }
        return id == name && one.start >= known.start - Self.nameReach
            && one.start <= (known.end ?? known.start + Self.longest) + Self.nameReach
    }
}
