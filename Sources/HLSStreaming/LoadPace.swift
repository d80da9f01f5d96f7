import MediaTime

/// When the media of a stream is loaded.
package enum LoadPacing: Hashable, Sendable {
    /// Not much earlier than it plays in real time.
    case inRealTime
    /// As soon as its reader has room for it.
    case onDemand
}

/// Keeps a client from loading much faster than the stream plays: what is loaded is kept for time
/// shift, whose window is limited.
struct LoadPace: Hashable {
    private let pacing: LoadPacing
    private var start: Duration?
    private var loaded = Duration.zero

    /// How far ahead of real time media is loaded, beyond the distance from the end at which the
    /// stream is played.
    private static let lead = Duration.seconds(30)

    init(_ pacing: LoadPacing) {
        self.pacing = pacing
    }

    /// Whether any media was loaded.
    var hasBegun: Bool { start != nil }

    /// Whether the time that a load takes tells how fast the network is: otherwise, it may have
    /// waited for room.
    var isTimed: Bool { pacing == .inRealTime }

    /// Notes that media of this length was loaded.
    mutating func note(_ length: Duration, at now: Duration) {
        if start == nil { start = now }
        loaded += length
        // Time in which nothing could be loaded is not made up for.
        if let start, now - start > loaded { self.start = now - loaded }
    }

    /// When the next media may be loaded.
    func nextTime(holdingBack distance: Duration) -> Duration {
        guard let start, pacing == .inRealTime else { return .zero }
        return start + loaded - Self.lead - distance
    }
}
