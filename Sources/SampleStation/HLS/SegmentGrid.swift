import MediaTime

/// Where the segments of a live programme meet, as times since its first frame.
///
/// Segments are equally long between the starts and the ends of breaks, which always lie between
/// two segments. Segment numbers count from the programme's first frame and never change.
package struct SegmentGrid: Hashable, Sendable {
    /// No segment is planned longer.
    package let segmentLength: Duration

    /// When the station went on air, from which breaks are counted.
    package let onAir: Duration

    package let breaks: StationBreaks?

    /// The numbers of segments before the first break, in a break, and between two breaks.
    private let leadCount: Int
    private let breakCount: Int
    private let restCount: Int

    package init(segmentLength: Duration, onAir: Duration, breaks: StationBreaks?) {
        self.segmentLength = segmentLength
        self.onAir = onAir
        self.breaks = breaks
        let count = { (length: Duration) in
            let (whole, rest) = length.attoseconds.quotientAndRemainder(
                dividingBy: segmentLength.attoseconds)
            return max(1, Int(clamping: whole) + (rest > 0 ? 1 : 0))
        }
        leadCount = breaks.map { count(onAir + $0.interval) } ?? 0
        breakCount = breaks.map { count($0.length) } ?? 0
        restCount = breaks.map { count($0.interval - $0.length) } ?? 0
    }

    /// When the segment is planned to begin. It begins with the first frame from then on.
    package func boundary(before segment: Int) -> Duration {
        guard let breaks else { return segmentLength * segment }
        guard segment > leadCount else {
            return (onAir + breaks.interval) * segment / leadCount
        }
        let (number, index) = place(of: segment)
        let start = onAir + breaks.start(of: number)
        if index <= breakCount { return start + breaks.length * index / breakCount }
        let rest = breaks.interval - breaks.length
        return start + breaks.length + rest * (index - breakCount) / restCount
    }

    /// The segment relative to a break.
    package func relation(of segment: Int) -> BreakRelation {
        guard breaks != nil, segment >= leadCount else {
            return breaks != nil && segment == leadCount - 1 ? .precedes(1) : .none
        }
        let (number, index) = place(of: segment)
        if index == 0 { return .begins(number) }
        if index < breakCount { return .continues(number) }
        let isLast = index == breakCount + restCount - 1
        if index == breakCount { return .follows(number, precedesNext: isLast) }
        return isLast ? .precedes(number + 1) : .none
    }

    /// The first segment of a break.
    package func firstSegment(of breakNumber: Int) -> Int {
        leadCount + (breakNumber - 1) * (breakCount + restCount)
    }

    /// The first segment after a break.
    package func segmentAfter(_ breakNumber: Int) -> Int {
        firstSegment(of: breakNumber) + breakCount
    }

    /// The last break that begins before or with the segment, and the segments between their
    /// beginnings. The segment must not lie before the first break.
    private func place(of segment: Int) -> (breakNumber: Int, index: Int) {
        let (period, index) = (segment - leadCount).quotientAndRemainder(
            dividingBy: breakCount + restCount)
        return (period + 1, index)
    }
}

/// How a segment lies to the breaks, which are named by their numbers.
package enum BreakRelation: Hashable, Sendable {
    case none
    /// The last segment before a break.
    case precedes(Int)
    /// The first segment of a break.
    case begins(Int)
    /// Another segment of a break.
    case continues(Int)
    /// The first segment after a break; perhaps also the last one before the next.
    case follows(Int, precedesNext: Bool)
}
