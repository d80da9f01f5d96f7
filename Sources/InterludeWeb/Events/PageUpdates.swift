import Interlude
import MediaTime

/// Decides what is sent to listeners, and when. A value without a clock.
///
/// Sends the state when a page that advances the last one would be wrong, at most four times a
/// second; levels at most ten times a second; each line of the event log at once.
struct PageUpdates: Sendable {
    private(set) var page: PageState

    /// The last state that was sent.
    private var sent: PageState
    private var sentAt: MonotonicTime
    private var levelSentAt: MonotonicTime
    /// The level since the last one that was sent.
    private var level: HeardLevel?
    private var log: EventLogBuffer
    private var lastSentAt: MonotonicTime

    /// In seconds.
    static let stateInterval = 0.25
    /// In seconds: levels arrive about every 0.1 s, with some jitter.
    static let levelInterval = 0.09
    /// In seconds.
    static let heartbeatInterval = 15.0

    init(_ page: PageState, run: String, at now: MonotonicTime) {
        self.page = page
        sent = page
        log = EventLogBuffer(run: run)
        (sentAt, levelSentAt, lastSentAt) = (now, now, now)
    }

    /// Applies a change, and returns the events for all listeners.
    mutating func take(_ event: PageEvent, at now: MonotonicTime) -> [OutgoingEvent] {
        page.take(event, at: now)
        switch event {
        case .status, .bannerShown, .bannerRemoved, .views: return state(at: now)
        case .feed:
            lastSentAt = now
            return [.event("feed", page.feedJSON)]
        case .record(let record):
            lastSentAt = now
            return [log.add(record)] + state(at: now)
        case .level(let new):
            level = level?.joined(to: new) ?? new
            return levels(at: now)
        }
    }

    /// The events for all listeners that are due at `now`.
    mutating func tick(at now: MonotonicTime) -> [OutgoingEvent] {
        let due = state(at: now) + levels(at: now)
        guard due.isEmpty, now.seconds(since: lastSentAt) >= Self.heartbeatInterval else {
            return due
        }
        lastSentAt = now
        return [.comment]
    }

    /// The events for a new listener; `lastID` is the last line of the log that it received.
    func welcome(after lastID: String?, at now: MonotonicTime) -> [OutgoingEvent] {
        [
            .retry(after: .seconds(1)), .event("state", page.json(at: now)),
            .event("feed", page.feedJSON),
        ] + log.lines(after: lastID)
    }

    private mutating func state(at now: MonotonicTime) -> [OutgoingEvent] {
        guard now.seconds(since: sentAt) >= Self.stateInterval, !page.looksLike(sent, at: now)
        else { return [] }
        return [sendState(at: now)]
    }

    /// The state, even if it was sent before.
    mutating func sendState(at now: MonotonicTime) -> OutgoingEvent {
        (sent, sentAt, lastSentAt) = (page, now, now)
        return .event("state", page.json(at: now))
    }

    private mutating func levels(at now: MonotonicTime) -> [OutgoingEvent] {
        guard let level, now.seconds(since: levelSentAt) >= Self.levelInterval else { return [] }
        self.level = nil
        (levelSentAt, lastSentAt) = (now, now)
        return [.event("level", level.json)]
    }
}

extension HeardLevel {
    /// The level of both: the higher peak, and the later loudness.
    fileprivate func joined(to later: HeardLevel) -> HeardLevel {
        var level = later
        level.truePeak = max(truePeak, later.truePeak)
        return level
    }
}
