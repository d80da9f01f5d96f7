import MediaTime

/// Says when the now-playing feed of a station is read.
///
/// All frames are of the programme.
struct NowPlayingPolls: Hashable, Sendable {
    private let interval: Int

    /// The number of sources that were replaced.
    private var stream = 0

    /// Whether the stream has been connected since the feed was read last.
    private var isNewConnection = true

    /// Where the listener was when the feed was read last; `nil` before the first time.
    private var last: FrameTime?
    private var isAsked = false
    private var hasFailed = false

    init(_ feed: StreamMarkers.NowPlaying) {
        let range = StreamMarkers.NowPlaying.intervals
        interval = min(max(feed.every, range.lowerBound), range.upperBound).frameCount
    }

    /// Another stream replaces the present one.
    mutating func forgetStream() {
        stream += 1
        last = nil
        isAsked = false
        isNewConnection = true
    }

    mutating func noteConnection() { isNewConnection = true }

    /// The place at which the feed is read next; `nil` while it is being read, and before the listener
    /// hears anything.
    var nextPlace: FrameTime? { isAsked ? nil : last.map { $0 + interval } }

    /// The request for the feed if it is due now that the listener is at `place`.
    mutating func takeRequest(at place: FrameTime) -> SessionEffect? {
        guard !isAsked, last.map({ abs(place - $0) >= interval }) ?? true else { return nil }
        last = place
        isAsked = true
        defer { isNewConnection = false }
        return .readNowPlaying(stream: stream, isFirst: isNewConnection)
    }

    /// Whether an answer is of the present stream.
    mutating func takeAnswer(of stream: Int) -> Bool {
        guard stream == self.stream else { return false }
        isAsked = false
        return true
    }

    /// Whether to warn of a failure: of the first one after the feed was read.
    mutating func noteOutcome(hasFailed: Bool) -> Bool {
        defer { self.hasFailed = hasFailed }
        return hasFailed && !self.hasFailed
    }
}
