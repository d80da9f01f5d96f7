/// What has happened to the ads of a feed.
public struct FeedEvent: Hashable, Sendable {
    public var kind: Kind

    public var placement: String

    /// Which ad of its placement it is, from 1, in this series of requests.
    public var place: Int

    /// The ad server's name for the ad; `nil` as long as there is none.
    public var ad: String?

    /// `nil` as long as there is no ad.
    public var handle: FeedAdHandle?

    /// Where the ad's row is, or was wanted; `nil` if it has none.
    public var path: FeedPath?

    public enum Kind: Hashable, Sendable {
        case requested
        case loaded
        case failed(FeedAdFailure)
        /// It has a row.
        case inserted
        /// It has got no row, and waits for another chance.
        case refused(Refusal)
        /// Its row is gone.
        case removed
        /// It is before the listener's eyes.
        case shown
        case hidden
        case started(StartCause)
        case stopped(StopCause)
        /// It has started for the first time.
        case impression
        case clicked(target: String?)
        /// It is started again after it was heard to its end.
        case replayed
        case unmuted
        case muted
    }

    /// Why an ad has got no row.
    public enum Refusal: String, Hashable, Sendable, Codable {
        /// The host did not want it, or named a row that an ad must not have.
        case host
        /// The feed has no row yet where it would stand.
        case tooShort
        /// Every place for it is taken or prohibited.
        case noPlace
    }

    public enum StartCause: String, Hashable, Sendable, Codable {
        /// It came into view. Nothing is heard.
        case view
        case listener
    }

    public enum StopCause: String, Hashable, Sendable, Codable {
        case outOfView
        case inactive
        case listener
        /// Another one was started.
        case another
        /// It was heard to its end.
        case ended
        /// It has no row any more.
        case removed
        /// The host stops all ads.
        case host
    }
}

extension FeedEvent {
    /// What the event log calls it; `nil` for what the log does not tell.
    public var logName: String? {
        switch kind {
        case .inserted: "feed.inserted"
        case .refused: "feed.refused"
        case .started: "feed.started"
        case .stopped: "feed.stopped"
        case .requested, .loaded, .failed, .removed, .shown, .hidden, .impression, .clicked,
            .replayed, .unmuted, .muted:
            nil
        }
    }

    /// Why, in the words of the event log.
    public var reason: String? {
        switch kind {
        case .failed(let failure): failure.rawValue
        case .refused(let refusal): refusal.rawValue
        case .started(let cause): cause.rawValue
        case .stopped(let cause): cause.rawValue
        case .requested, .loaded, .inserted, .removed, .shown, .hidden, .impression, .clicked,
            .replayed, .unmuted, .muted:
            nil
        }
    }
}

/// Whether a feed is the one that is looked at (rule I8).
public enum FeedActivity: String, Hashable, Sendable, Codable {
    case active
    case inactive
}

/// Whether a feed is at rest (rule I7).
public enum FeedMotion: String, Hashable, Sendable, Codable {
    case idle
    /// It is dragged, or still rolls.
    case moving
}
