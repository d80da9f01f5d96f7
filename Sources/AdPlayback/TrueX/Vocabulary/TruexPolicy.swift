import MediaTime

/// The settings of a true[X] host for a stream.
public struct TruexPolicy: Hashable, Sendable, Codable {
    /// What a seek over breaks that were not played does.
    public var snapBack: SnapBack = .playLast

    /// How long a renderer may look for an ad.
    public var fetchTimeout = TruexConstants.fetchTime

    /// How long a started renderer may take to show something.
    public var startTimeout = TruexConstants.startTime

    /// How long a unit waits after its last page closed. A credit earned by then counts.
    public var audienceTimeout = TruexConstants.audienceTime

    /// How long before a placeholder its ad is requested.
    public var preloadTime = TruexConstants.preloadTime

    /// How long to wait for the end of a live pod, beyond its remaining length.
    public var fillerGrace = Duration.seconds(2)

    /// Whether a credit drops spots that were pushed while true[X] was shown (rule X1).
    public var creditCoversQueuedSpots = true

    /// For how long after a pod its credit also pays for the pods, and for the breaks of the stream's
    /// markers, that begin until then; `nil` for that pod only.
    ///
    /// Counts session time, which passes in pauses as well. Another stream ends it. Pushes and media
    /// that an HLS playlist names are heard all the same, but no ads in the rest of a break with such
    /// media.
    public var creditLasts: Duration?

    /// Whether going back from the choice card leaves the stream instead of opting out (rule E13).
    public var supportsUserCancelStream = false

    public init() {}

    /// Which of the breaks that a seek passes over play first.
    public enum SnapBack: String, Hashable, Sendable, Codable, CaseIterable {
        case playNone
        /// All of them, in order.
        case playAll
        /// The last one before the target.
        case playLast
    }
}

/// The position of a pod in a stream, in true[X]'s terms (rule T1).
public enum TruexSlotType: String, Hashable, Sendable, Codable, CaseIterable {
    case preroll = "PREROLL"
    case midroll = "MIDROLL"
    /// Shown while the listener has paused a live stream.
    case pauseLive = "PAUSELIVE"
    /// Shown over a playing live stream.
    case overlayLive = "OVERLAYLIVE"
}

/// Whether anyone sees the pages that show a player's units.
public enum TruexAudience: String, Hashable, Sendable, Codable, CaseIterable {
    /// No pages are served; other viewers are unknown.
    case unknown
    /// No page is open.
    case nobody
    /// Pages are open, and none is visible.
    case hidden
    /// At least one page is visible.
    case watching
}

/// A reason that pauses a renderer. It resumes when no reason is left: two different pauses need
/// two resumes, the same one twice needs one.
package enum TruexPause: String, Hashable, Sendable, Codable, CaseIterable {
    /// The host requested it.
    case host
    /// The page of a link in the unit is open.
    case popup
    /// Nobody sees the unit.
    case hidden
    /// The page that showed it is gone and may return.
    case away
    /// The system took the output away.
    case output
    /// The listener has paused the stream. A choice card in the stream pauses; a unit that the
    /// listener has chosen continues.
    case listener
}
