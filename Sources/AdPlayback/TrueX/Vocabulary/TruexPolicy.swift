import MediaTime

/// What a host of true[X] has settled before a stream begins.
public struct TruexPolicy: Hashable, Sendable, Codable {
    /// What a seek over breaks that were not played leads to.
    public var snapBack: SnapBack = .playLast

    /// How long a renderer may look for an ad before it is given up.
    public var fetchTimeout = TruexConstants.fetchTime

    /// How long a renderer that was started may take to show something before it is given up.
    public var startTimeout = TruexConstants.startTime

    /// How long a unit waits once every page that showed it is gone, before it is given up. What was
    /// earned by then counts.
    public var audienceTimeout = TruexConstants.audienceTime

    /// How long before a placeholder its ad is asked for.
    public var preloadTime = TruexConstants.preloadTime

    /// How much longer than the rest of a live pod lasts its end is waited for.
    public var fillerGrace = Duration.seconds(2)

    /// Whether spots that were pushed while true[X] was shown fall away with a credit (rule X1).
    public var creditCoversQueuedSpots = true

    /// Whether going back from the choice card leaves the stream, instead of opting out (rule E13).
    public var supportsUserCancelStream = false

    public init() {}

    /// Which of the breaks that a seek goes over are played first.
    public enum SnapBack: String, Hashable, Sendable, Codable, CaseIterable {
        case playNone
        /// One after the other, in their order.
        case playAll
        /// The one that comes last before the target.
        case playLast
    }
}

/// Where in a stream a pod is, in true[X]'s words (rule T1).
public enum TruexSlotType: String, Hashable, Sendable, Codable, CaseIterable {
    case preroll = "PREROLL"
    case midroll = "MIDROLL"
    /// Shown while the listener has paused a live stream.
    case pauseLive = "PAUSELIVE"
    /// Shown over a live stream that plays on.
    case overlayLive = "OVERLAYLIVE"
}

/// Who looks at the pages on which a player shows its units.
public enum TruexAudience: String, Hashable, Sendable, Codable, CaseIterable {
    /// No pages are served; who else looks is nobody's to know.
    case unknown
    /// No page is open.
    case nobody
    /// There are pages, and none of them is seen.
    case hidden
    /// At least one page is seen.
    case watching
}

/// Why a renderer stands still. It goes on when none of its reasons is left, so that two pauses
/// need two resumes, and the same one twice needs one.
package enum TruexPause: String, Hashable, Sendable, Codable, CaseIterable {
    /// The host asked for it.
    case host
    /// A page that a link of the unit led to is open.
    case popup
    /// Nobody sees the unit.
    case hidden
    /// The page that showed it is gone, and may come back.
    case away
    /// The system took the output away.
    case output
    /// The listener has paused the stream. A choice card that is part of the stream stands still;
    /// a unit that the listener has chosen goes on.
    case listener
}
