/// An event of an ad of a feed.
public struct FeedEvent: Hashable, Sendable {
    public var kind: Kind

    public var placement: String

    /// The number of the ad in its placement and series, from 1.
    public var place: Int

    /// The ad server's id of the ad; `nil` before there is one.
    public var ad: String?

    /// `nil` before there is an ad.
    public var handle: FeedAdHandle?

    /// The path of the ad's row, or the path suggested for it; `nil` if it has none.
    public var path: FeedPath?

    public enum Kind: Hashable, Sendable {
        case requested
        case loaded
        case failed(FeedAdFailure)
        /// It got a row.
        case inserted
        /// It got no row, and is kept for later.
        case refused(Refusal)
        /// It lost its row.
        case removed
        /// It became visible.
        case shown
        case hidden
        case started(StartCause)
        case stopped(StopCause)
        /// It started for the first time.
        case impression
        case clicked(target: String?)
        /// It started again after it was heard to its end.
        case replayed
        case unmuted
        case muted
    }

    /// Why an ad got no row.
    public enum Refusal: String, Hashable, Sendable, Codable {
        /// The host refused it, or named a row that ads must not have.
        case host
        /// The feed is too short for its position.
        case tooShort
        /// All positions are taken or prohibited.
        case noPlace
    }

    public enum StartCause: String, Hashable, Sendable, Codable {
        /// It became visible, and plays without sound.
        case view
        case listener
    }

    public enum StopCause: String, Hashable, Sendable, Codable {
        case outOfView
        case inactive
        case listener
        /// Another ad was started.
        case another
        /// It was heard to its end.
        case ended
        /// It lost its row.
        case removed
        /// The host stopped all ads.
        case host
    }
}

extension FeedEvent {
    /// The name in the event log; `nil` if the log leaves it out.
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

    /// The reason in the event log.
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

/// Whether the user looks at a feed (rule I8).
public enum FeedActivity: String, Hashable, Sendable, Codable {
    case active
    case inactive
}

/// Whether a feed is at rest (rule I7).
public enum FeedMotion: String, Hashable, Sendable, Codable {
    case idle
    /// It is dragged or scrolling.
    case moving
}
