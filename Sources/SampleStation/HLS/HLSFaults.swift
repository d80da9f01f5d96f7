import MediaTime

/// How the station's HLS fails on request. Times count from going on air.
package struct HLSFaults: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// The next segments that are requested are not found.
        case missing = "404"

        /// The playlists stay as they are for some time.
        case stall

        /// The media sequence jumps back, as after a restart of the station's packager.
        case jump

        /// The dates of the segments from now on are wrong.
        case skew

        /// All is well again.
        case none
    }

    /// How many more requests for a segment fail.
    private var missingCount = 0
    private var standstill: Range<Duration> = .zero ..< .zero

    /// Subtracted from each number in the playlists.
    package private(set) var jump = 0
    private var skew = (from: Duration.zero, by: Duration.zero)

    package init() {}

    /// Makes the next `count` requests for a segment fail.
    package mutating func loseSegments(_ count: Int) { missingCount = count }

    package mutating func stall(from now: Duration, for length: Duration) {
        standstill = now..<(now + length)
    }

    /// Lets the numbers of segments jump back by `count`, in addition to earlier jumps.
    package mutating func jumpBack(by count: Int) { jump += count }

    /// Moves the dates of the segments that begin from `now` on by `offset`.
    package mutating func skewDates(from now: Duration, by offset: Duration) {
        skew = (now, offset)
    }

    /// Whether a request for a segment fails, which uses up one of ``loseSegments(_:)``.
    package mutating func takesSegment() -> Bool {
        guard missingCount > 0 else { return false }
        missingCount -= 1
        return true
    }

    /// The time as of which playlists are at `now`.
    package func playlistTime(at now: Duration) -> Duration {
        standstill.contains(now) ? standstill.lowerBound : now
    }

    /// What is added to the date of a segment that begins at `start`.
    package func dateOffset(at start: Duration) -> Duration {
        start >= skew.from ? skew.by : .zero
    }
}
