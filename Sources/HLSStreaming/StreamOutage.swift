import MediaTime

/// Decides when a stream of which nothing arrives counts as lost, and when to give up.
struct StreamOutage: Hashable {
    /// The time limit for a stream that has never delivered anything.
    static let firstLimit = Duration.seconds(10)

    /// The same while media is on its way: the network may be slow.
    static let firstMediaLimit = Duration.seconds(30)

    private let limit: Duration?
    /// When something last arrived, or when the stream was opened.
    private var lastArrival: Duration
    private var hasDelivered = false
    private(set) var isLost = false
    /// How many tries were made since the loss.
    private(set) var tryCount = 0

    /// `limit` is the time limit for a stream that has delivered something; `nil` for none.
    init(givingUpAfter limit: Duration?, at now: Duration) {
        self.limit = limit
        lastArrival = now
    }

    /// Notes that media has arrived. Returns whether the stream was lost.
    mutating func receive(at now: Duration) -> Bool {
        defer { isLost = false }
        (lastArrival, hasDelivered, tryCount) = (now, true, 0)
        return isLost
    }

    /// Notes a failure. Returns whether the stream counts as lost with it: nothing has arrived for
    /// longer than `tolerance`.
    mutating func fail(at now: Duration, tolerating tolerance: Duration) -> Bool {
        guard !isLost, !hasDelivered || now - lastArrival > tolerance else { return false }
        isLost = true
        return true
    }

    mutating func beginTry() { if isLost { tryCount += 1 } }

    /// When to give up; `nil` for never. `isLoading` is whether media is on its way,
    /// or the playlist to which the stream changes.
    func end(isLoading: Bool) -> Duration? {
        let first = isLoading ? Self.firstMediaLimit : Self.firstLimit
        let limit = hasDelivered ? limit : first
        return limit.map { lastArrival + $0 }
    }
}
