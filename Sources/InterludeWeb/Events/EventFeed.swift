import Interlude
import MediaTime

/// Decides what listeners are sent, and when. A value without a clock.
///
/// The state goes out when a page that counts on from the one before would be wrong, at most four
/// times a second; levels at most ten times; each line of the event log at once.
struct EventFeed: Sendable {
    private(set) var page: PageState

    /// What pages show.
    private var sent: PageState
    private var sentAt: MonotonicTime
    private var levelSentAt: MonotonicTime
    /// What was measured since the last level that was sent.
    private var level: HeardLevel?
    private var log: EventLogBuffer
    private var lastSentAt: MonotonicTime

    static let stateInterval = 0.25
    /// Levels come ten times a second, and not all equally far apart.
    static let levelInterval = 0.09
    static let heartbeatInterval = 15.0

    init(_ page: PageState, run: String, at now: MonotonicTime) {
        self.page = page
        sent = page
        log = EventLogBuffer(run: run)
        (sentAt, levelSentAt, lastSentAt) = (now, now, now)
    }

    /// Takes in what happened, and returns what all listeners are to be sent.
    mutating func take(_ news: PageNews, at now: MonotonicTime) -> [OutgoingText] {
        page.take(news, at: now)
        switch news {
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

    /// Time has passed; returns what all listeners are to be sent.
    mutating func tick(at now: MonotonicTime) -> [OutgoingText] {
        let due = state(at: now) + levels(at: now)
        guard due.isEmpty, now.seconds(since: lastSentAt) >= Self.heartbeatInterval else {
            return due
        }
        lastSentAt = now
        return [.comment]
    }

    /// What a listener gets who has just come; `lastID` is the last line of the log that he had.
    func welcome(after lastID: String?, at now: MonotonicTime) -> [OutgoingText] {
        [
            .retry(after: .seconds(1)), .event("state", page.json(at: now)),
            .event("feed", page.feedJSON),
        ] + log.lines(after: lastID)
    }

    private mutating func state(at now: MonotonicTime) -> [OutgoingText] {
        guard now.seconds(since: sentAt) >= Self.stateInterval, !page.looksLike(sent, at: now)
        else { return [] }
        return [sendState(at: now)]
    }

    /// The state, whether or not pages know it.
    mutating func sendState(at now: MonotonicTime) -> OutgoingText {
        (sent, sentAt, lastSentAt) = (page, now, now)
        return .event("state", page.json(at: now))
    }

    private mutating func levels(at now: MonotonicTime) -> [OutgoingText] {
        guard let level, now.seconds(since: levelSentAt) >= Self.levelInterval else { return [] }
        self.level = nil
        (levelSentAt, lastSentAt) = (now, now)
        return [.event("level", level.json)]
    }
}

extension HeardLevel {
    /// The level of both: the greatest peak, and the loudness at their end.
    fileprivate func joined(to later: HeardLevel) -> HeardLevel {
        var level = later
        level.truePeak = max(truePeak, later.truePeak)
        return level
    }
}
