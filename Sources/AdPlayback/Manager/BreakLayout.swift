import MediaTime

/// The audio of a break from ``validFrom`` on, in output time.
///
/// It replaces the break's earlier layout from that frame on; earlier frames were already rendered.
package struct BreakLayout: Hashable, Sendable, Codable {
    package var validFrom: FrameTime
    package var breakID: BreakID
    package var policy: BreakPolicy

    /// From the frame where the stream leaves to the frame where it has returned.
    ///
    /// It may have started before ``validFrom``, and may end there if a spot was cut and no other
    /// follows. `nil` if no spot is left, so the stream does not leave. A held stream resumes at
    /// its frame from the start of the range.
    package var breakRange: FrameRange?

    /// The spots not yet heard to their end, in order and without gaps within a break; where one
    /// begins before the previous one has ended, they crossfade. A spot that has started keeps its
    /// first frame.
    package var spots: [PlacedSpot]

    /// Whether ``BreakPolicy/hold`` applies to a live stream whatever the listener has chosen.
    package var isInserted = false

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

    /// The last break that begins before output frame `time`; ``breakRange`` if none does. A sink
    /// that lost its output goes back to what was heard, which may be in a break before
    /// ``breakRange``.
    package func lastBreak(before time: FrameTime) -> FrameRange? {
        let first = breakRange.flatMap { $0.start < time ? $0 : nil }
        let last = spots.filter { $0.range.start < time }.reduce(first) { last, spot in
            guard let last else { return spot.range }
            guard spot.range.end > last.end else { return last }
            let isJoined = spot.range.start <= last.end
            return FrameRange(isJoined ? last.start : spot.range.start, spot.range.end)
        }
        return last ?? breakRange
    }

    /// The output frames of the spot with `token`; `nil` if it is not placed.
    package func range(of token: PlayToken) -> FrameRange? {
        spots.first { $0.token == token }?.range
    }
}

/// A spot on the output timeline.
package struct PlacedSpot: Hashable, Sendable, Codable {
    package var token: PlayToken

    /// In output time; shorter than the spot if it is cut.
    package var range: FrameRange

    /// The loudness gain of the whole spot in decibels.
    package var decibels: Double

    /// The output frame from which it fades out, up to the end of ``range``; `nil` if it fades no
    /// longer than at any end of a break.
    package var fadeStart: FrameTime?

    /// The length of its sound, which is heard over and over; `nil` if it is heard once.
    package var turnFrameCount: Int?

    package init(token: PlayToken, range: FrameRange, decibels: Double = 0) {
        self.token = token
        self.range = range
        self.decibels = decibels
    }
}

extension PlacedSpot {
    /// The length of the fade of ``BreakEndPolicy/fade``: half a second.
    static let fadeFrameCount = FrameTime.rate / 2

    /// Cuts it at output frame `end`, but not before `time`, from where on it may change. With
    /// `isFading` it gets its whole fade, which goes on if it has begun.
    mutating func end(at end: FrameTime, from time: FrameTime, isFading: Bool) {
        guard end < range.end else {
            fadeStart = nil
            return
        }
        guard isFading else {
            fadeStart = nil
            return range.end = max(end, time)
        }
        let begun = fadeStart.flatMap { $0 < time ? $0 : nil }
        let start = begun ?? max(end - Self.fadeFrameCount, time)
        range.end = min(range.end, max(end, start + Self.fadeFrameCount))
        fadeStart = start
    }
}
