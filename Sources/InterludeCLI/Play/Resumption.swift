import Interlude

/// Decides when a remembered source that could not be played at the start is requested again.
///
/// A value without a clock: the caller passes in the time, counted from any fixed moment.
struct Resumption: Hashable, Sendable {
    /// The wait before the second request. Each further wait is twice as long.
    static let firstWait = Duration.seconds(15)
    /// Another source plays meanwhile, so there is no hurry.
    static let longestWait = Duration.seconds(300)

    let source: RememberedChoice.Source

    /// How long the source is requested after its first failure; `nil` for no limit.
    let limit: Duration?

    private(set) var failureCount = 0
    private var failedAt: Duration?
    private var hasPlayed = false

    init(of source: RememberedChoice.Source, givingUpAfter limit: Duration?) {
        self.source = source
        self.limit = limit
    }

    /// Handles an event of the session at `now`. Returns the wait before the source is to be
    /// requested again; `nil` if the event is no failure of it, or the limit has passed.
    mutating func take(_ record: EventRecord, at now: Duration) -> Duration? {
        guard !hasPlayed, record["source"] == .string(source.address) else { return nil }
        switch record.event {
        case "session.connecting":
            // The session has changed to it.
            hasPlayed = true
            return nil
        case "session.warning": return wait(afterFailureAt: now)
        default: return nil
        }
    }

    private mutating func wait(afterFailureAt now: Duration) -> Duration? {
        let start = failedAt ?? now
        failedAt = start
        let wait = min(Self.firstWait * (1 << min(failureCount, 5)), Self.longestWait)
        failureCount += 1
        guard let limit else { return wait }
        return now + wait - start <= limit ? wait : nil
    }
}

extension PlayerStatus {
    /// Whether another source may take the place of this one without a request of a person: not
    /// during a pause, which it would end, nor during a break, which it would cut.
    var mayBeReplaced: Bool { !isPaused && adBreak == nil && truex == .nothing }
}
