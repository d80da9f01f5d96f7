import MediaTime

/// Which heard spot meets which expectation.
///
/// Each heard spot counts once. A spot at its expected time belongs to that expectation; the others
/// go to the nearest expectation of their name, in the order of the list.
struct SpotMatches {
    /// The spots of which something was heard, by their starts.
    let played: [SummarySpot]
    /// The spots of which nothing was heard.
    let unplayed: [SummarySpot]
    /// For each expectation, the place of its spot in ``played``.
    private(set) var places: [Int?]
    private var taken: Set<Int> = []

    init(of expectation: SessionExpectation, in summary: SessionSummary) {
        played = summary.spots.filter { $0.heard != nil }.sorted { $0.start < $1.start }
        unplayed = summary.spots.filter { $0.heard == nil }
        places = Array(repeating: nil, count: expectation.heard.count)
        for isExact in [true, false] {
            for (index, spot) in expectation.heard.enumerated() where places[index] == nil {
                let tolerance = spot.tolerance ?? expectation.tolerance
                places[index] = nearest(to: spot, within: isExact ? tolerance : nil)
                if let place = places[index] { taken.insert(place) }
            }
        }
    }

    /// The spot that was heard at output frame `frame`, if its name is not `name`.
    func spot(at frame: FrameTime, besides name: String) -> SummarySpot? {
        played.first { $0.heard?.contains(frame) == true && !$0.isNamed(name) }
    }

    /// The place of the untaken spot that begins nearest to the start of `spot`; `nil` if none does
    /// `within` so many frames. Without a start, the first one.
    private func nearest(to spot: SessionExpectation.HeardSpot, within limit: Int?) -> Int? {
        let places = played.indices.filter { !taken.contains($0) && played[$0].isNamed(spot.name) }
        guard let start = spot.start else { return limit == nil ? places.first : nil }
        let nearest = places.min {
            abs(played[$0].start - start) < abs(played[$1].start - start)
        }
        guard let limit, let nearest else { return nearest }
        return abs(played[nearest].start - start) <= limit ? nearest : nil
    }
}

extension SummarySpot {
    /// The first frame; zero if none was heard.
    fileprivate var start: FrameTime { heard?.start ?? .zero }

    /// Whether somebody means this spot by `name`: its title, advertiser's id, address, or the last
    /// part of that.
    func isNamed(_ name: String) -> Bool {
        if title == name || adID == name || url == name { return true }
        guard let url else { return false }
        return url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init)
            == name
    }

    /// A name for people.
    var name: String { title ?? adID ?? url ?? number.map { "spot \($0)" } ?? "spot" }
}
