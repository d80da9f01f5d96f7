import MediaTime

/// Which date each moment of a playlist has.
///
/// A segment without a date of its own continues the one before it; segments before the first date
/// are counted back from it.
package struct ProgramDates: Hashable, Sendable {
    /// The date of each segment, in their order; none if no segment has one.
    package private(set) var dates: [WallClockDate] = []
    private let starts: [Duration]
    /// The indices of the segments, by their dates.
    private var order: [Int] = []

    package init(_ playlist: MediaPlaylist) {
        starts = playlist.starts
        let segments = playlist.segments
        guard let first = segments.firstIndex(where: { $0.date != nil }),
            let date = segments[first].date
        else { return }
        var next = date.advanced(by: .zero - starts[first])
        dates = segments.map { segment in
            let date = segment.date ?? next
            next = date.advanced(by: segment.duration)
            return date
        }
        order = dates.indices.sorted { (dates[$0], $0) < (dates[$1], $1) }
    }

    /// Where `date` is after the beginning of the first segment; negative before it. `nil` if the
    /// playlist has no dates.
    package func position(of date: WallClockDate) -> Duration? {
        guard !order.isEmpty else { return nil }
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            if dates[order[middle]] <= date { low = middle + 1 } else { high = middle }
        }
        let segment = order[max(low - 1, 0)]
        let offset = date.sinceEpoch - dates[segment].sinceEpoch
        let isLast = low == order.count
        // The dates jump after this segment, and the jump begins where it ends.
        guard !isLast, offset > starts[segment + 1] - starts[segment] else {
            return starts[segment] + offset
        }
        return starts[segment + 1]
    }

    /// The beginning or end of a segment that is closest to `position`.
    package func boundary(closestTo position: Duration) -> Duration {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return starts[0] }
        guard low < starts.count else { return starts[starts.count - 1] }
        let before = starts[low - 1]
        return position - before <= starts[low] - position ? before : starts[low]
    }
}
