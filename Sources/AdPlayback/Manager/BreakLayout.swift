import MediaTime

/// What a break sounds like from ``validFrom`` on, in output time.
///
/// It replaces the break's earlier layout from that frame on. Before it, what was laid out
/// earlier has been rendered already.
package struct BreakLayout: Hashable, Sendable, Codable {
    package var validFrom: FrameTime
    package var breakID: BreakID
    package var policy: BreakPolicy

    /// From the frame at which the stream leaves to the frame at which it is back.
    ///
    /// It may have begun before ``validFrom``, and may end there (a spot was cut, and no other
    /// follows). `nil` if the stream does not leave at all, since no spot is left. A stream that
    /// was held goes on from the stream frame that it had at the beginning.
    package var breakRange: FrameRange?

    /// The spots that are not known to have been heard to their ends, in order, each joined to the
    /// one before it. One that has begun keeps its first frame.
    package var spots: [PlacedSpot]

    package init(
        validFrom: FrameTime, breakID: BreakID, policy: BreakPolicy, breakRange: FrameRange?,
        spots: [PlacedSpot]
    ) {
        self.validFrom = validFrom
        self.breakID = breakID
        self.policy = policy
        self.breakRange = breakRange
        self.spots = spots
    }

    /// The output frames that the spot of `token` fills; `nil` if it has none.
    package func range(of token: PlayToken) -> FrameRange? {
        spots.first { $0.token == token }?.range
    }
}

/// One spot on the output timeline.
package struct PlacedSpot: Hashable, Sendable, Codable {
    package var token: PlayToken

    /// The output frames that the spot fills; shorter than the spot if it is cut.
    package var range: FrameRange

    /// The gain of all of it, by which its loudness becomes the one that is wanted.
    package var decibels: Double

    package init(token: PlayToken, range: FrameRange, decibels: Double = 0) {
        self.token = token
        self.range = range
        self.decibels = decibels
    }
}
