import MediaTime

/// Which heard spot meets which expectation.
///
/// Each heard spot counts once. A spot with its expected time and length belongs to that expectation;
/// the others go to the nearest expectation of their name, in the order of the list.
struct SpotMatches {
    /// The spots of which something was heard, by their starts.
    let played: [SummarySpot]
    /// The spots of which nothing was heard.
    let unplayed: [SummarySpot]
    /// For each expectation, the place of its spot in ``played``.
    let places: [Int?]

    init(of expectation: SessionExpectation, in summary: SessionSummary) {
        let played = summary.spots.filter { $0.heard != nil }.sorted { $0.start < $1.start }
        self.played = played
        unplayed = summary.spots.filter { $0.heard == nil }
        let expected = expectation.heard.map { spot in
            let named = played.indices.filter { played[$0].isNamed(spot.name) }
            let isWhole = { played[$0].outcome == .completed }
            return NearestMatches.Expected(
                // One without a time is met by any that was heard to its end.
                start: spot.start,
                candidates: named.filter(isWhole) + named.filter { !isWhole($0) },
                exact: named.filter { spot.isMet(by: played[$0], tolerance: expectation.tolerance) }
            )
        }
        places = NearestMatches(of: expected, among: played.map(\.start)).places
    }

    /// The spot that was heard at output frame `frame`, if its name is not `name`.
    func spot(at frame: FrameTime, besides name: String) -> SummarySpot? {
        played.first { $0.heard?.contains(frame) == true && !$0.isNamed(name) }
    }
}

extension SessionExpectation.HeardSpot {
    /// Whether `spot` was heard at its time and for its length. Without both, any spot would do, so
    /// each is left to an expectation that has one.
    fileprivate func isMet(by spot: SummarySpot, tolerance: Int) -> Bool {
        guard start != nil || length != nil, let range = spot.heard else { return false }
        let limit = self.tolerance ?? tolerance
        if let start, abs(range.start - start) > limit { return false }
        guard let length else { return true }
        return abs(range.count - length.frameCount) <= limit
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
