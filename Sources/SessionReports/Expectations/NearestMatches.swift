import MediaTime

/// Which of the things that were heard each expectation means.
///
/// Each of them counts once: for an expectation that it meets, or else for the nearest one that is
/// left.
struct NearestMatches {
    struct Expected {
        /// `nil` if it may begin at any time.
        var start: FrameTime?
        /// The places of those that may be meant; without a start, the first free one is.
        var candidates: [Int]
        /// Those of them that meet it.
        var exact: [Int]
    }

    /// For each expectation, the place of what it means; `nil` if nothing is left for it.
    private(set) var places: [Int?]

    init(of expected: [Expected], among starts: [FrameTime]) {
        places = Array(repeating: nil, count: expected.count)
        var taken: Set<Int> = []
        for isExact in [true, false] {
            for (index, one) in expected.enumerated() where places[index] == nil {
                let wanted = isExact ? one.exact : one.candidates
                let free = wanted.filter { !taken.contains($0) }
                let place = one.nearest(of: free, among: starts)
                places[index] = place
                if let place { taken.insert(place) }
            }
        }
    }
}

extension NearestMatches.Expected {
    /// The one of `free` that begins nearest to the start; without a start, the first one.
    fileprivate func nearest(of free: [Int], among starts: [FrameTime]) -> Int? {
        guard let start else { return free.first }
        return free.min { abs(starts[$0] - start) < abs(starts[$1] - start) }
    }
}
