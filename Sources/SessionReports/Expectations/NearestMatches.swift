import MediaTime

/// Which of the things that were heard each expectation means.
///
/// Each of them counts once: for an expectation within whose tolerance it begins, or else for the
/// nearest one that is left.
struct NearestMatches {
    struct Expected {
        /// `nil` if it may begin at any time.
        var start: FrameTime?
        /// In frames.
        var tolerance: Int
        /// The places of those that may be meant, by their starts.
        var candidates: [Int]
    }

    /// For each expectation, the place of what it means; `nil` if nothing is left for it.
    private(set) var places: [Int?]

    init(of expected: [Expected], among starts: [FrameTime]) {
        places = Array(repeating: nil, count: expected.count)
        var taken: Set<Int> = []
        for isExact in [true, false] {
            for (index, one) in expected.enumerated() where places[index] == nil {
                let free = one.candidates.filter { !taken.contains($0) }
                let place = one.nearest(of: free, among: starts, isExact: isExact)
                places[index] = place
                if let place { taken.insert(place) }
            }
        }
    }
}

extension NearestMatches.Expected {
    /// The one of `free` that begins nearest to the start; without a start, the first one.
    fileprivate func nearest(of free: [Int], among starts: [FrameTime], isExact: Bool) -> Int? {
        guard let start else { return isExact ? nil : free.first }
        let nearest = free.min { abs(starts[$0] - start) < abs(starts[$1] - start) }
        guard isExact, let nearest else { return nearest }
        return abs(starts[nearest] - start) <= tolerance ? nearest : nil
    }
}
