import AdPlayback
import Advertising
import MediaTime

/// Chooses the spots that fill the breaks of a stream: in turn, those that fit. Some stand in for ad
/// servers only.
struct FillRotation: Hashable, Sendable {
    private var entries: [Entry]

    /// The index of the first entry. No index is used again for a spot that replaces another: the
    /// length of the other may still come.
    private var firstIndex = 0

    /// The place among the entries of the spot whose turn is next, by use.
    private var turns: [Use: Int] = [:]

    /// Whether a slate fills what spots leave of breaks.
    let hasSlate: Bool

    /// For how many frames a spot and the next one are heard together, unless one of them is shorter
    /// than twice that.
    private let crossfadeFrameCount: Int

    /// What a spot is for.
    enum Use: Hashable {
        case anyBreak
        /// A break for which no ad server has an ad.
        case undecidedBreak
        /// Each break, before or after its ads.
        case bumper(BreakBumpers.Place)
    }

    private struct Entry: Hashable {
        var spot: Advertisement
        var use: Use
        var length: Length

        init(_ spot: Advertisement, _ use: Use) {
            self.spot = spot
            self.use = use
            // Each time that it plays, it gets an id of its own.
            if spot.id != 0 { self.spot.adID = spot.serverID }
            self.spot.id = 0
            length = spot.duration.map { .known(frameCount: $0.frameCount) } ?? .unknown
        }

        var bumper: BreakBumpers.Place? {
            if case .bumper(let place) = use { place } else { nil }
        }
    }

    private enum Length: Hashable {
        case unknown
        /// The spot is being loaded, to learn its length.
        case measuring
        case known(frameCount: Int)
    }

    /// The most spots of one break.
    static let mostSpots = 60

    init(
        _ spots: [Advertisement], fallback: [Advertisement] = [], bumpers: BreakBumpers? = nil,
        hasSlate: Bool = false, crossfadeFrameCount: Int = 0
    ) {
        self.hasSlate = hasSlate
        self.crossfadeFrameCount = crossfadeFrameCount
        let places = [
            (bumpers?.opening, Use.bumper(.opening)), (bumpers?.closing, .bumper(.closing)),
        ]
        let all =
            spots.map { ($0, Use.anyBreak) } + fallback.map { ($0, .undecidedBreak) }
            + places.compactMap { spot, use in spot.map { ($0, use) } }
        entries = all.map(Entry.init)
    }

    /// Replaces the spots for any break. The first one's turn is next.
    mutating func replace(with spots: [Advertisement]) {
        let others = entries.filter { $0.use != .anyBreak }
        let shift = spots.count + others.count - entries.count
        let before = entries
        firstIndex += entries.count
        entries = spots.map { Entry($0, .anyBreak) } + others
        for index in entries.indices {
            let same = before.first {
                $0.use == entries[index].use && $0.spot == entries[index].spot
            }
            if case .known? = same?.length { entries[index].length = same?.length ?? .unknown }
            // It is loaded for its new index.
            if entries[index].length == .measuring { entries[index].length = .unknown }
        }
        turns[.anyBreak] = nil
        turns[.undecidedBreak] = turns[.undecidedBreak].map { max(0, $0 + shift) }
    }

    private func entry(at index: Int) -> Entry? {
        let place = index - firstIndex
        return entries.indices.contains(place) ? entries[place] : nil
    }

    /// `nil` if there is no such spot.
    func spot(at index: Int) -> Advertisement? { entry(at: index)?.spot }

    /// The place of the bumper with this index; `nil` if it is none.
    func bumper(at index: Int) -> BreakBumpers.Place? { entry(at: index)?.bumper }

    /// How many frames the bumpers have together, as far as that is known.
    var bumperFrameCount: Int {
        entries.reduce(0) { sum, entry in
            guard entry.bumper != nil, case .known(let count) = entry.length else { return sum }
            return sum + count
        }
    }

    /// Whether there is no spot for a break; `isUndecided` as in ``choose(for:isUndecided:)``.
    func isEmpty(isUndecided: Bool) -> Bool {
        !entries.contains { $0.use == .anyBreak || isUndecided && $0.use == .undecidedBreak }
    }

    /// Whether the length of a spot is being learnt.
    var isMeasuring: Bool { entries.contains { $0.length == .measuring } }

    /// Returns the spots whose lengths are to be learnt, by their index.
    mutating func takeUnmeasured() -> [(index: Int, spot: Advertisement)] {
        entries.indices.filter { entries[$0].length == .unknown }.map { index in
            entries[index].length = .measuring
            return (firstIndex + index, entries[index].spot)
        }
    }

    /// Records the length of a spot; `nil` if it could not be loaded, so that it fills no break.
    mutating func note(frameCount: Int?, of index: Int) {
        let place = index - firstIndex
        guard entries.indices.contains(place) else { return }
        entries[place].length = frameCount.map { .known(frameCount: $0) } ?? .unknown
    }

    /// The spots for a break of `frameCount` frames, and how many frames they take with their crossfades.
    /// `isUndecided` is whether no ad server has an ad for it, and `limit` the most spots.
    mutating func choose(
        for frameCount: Int, isUndecided: Bool = false, limit: Int = mostSpots
    ) -> (spots: [Advertisement], frameCount: Int) {
        var chosen: [Advertisement] = []
        var rest = frameCount
        var last: Int?
        for use in isUndecided ? [Use.undecidedBreak, .anyBreak] : [.anyBreak] {
            while chosen.count < min(limit, Self.mostSpots),
                let (index, length) = nextThatFits(rest, after: last, use)
            {
                chosen.append(entries[index].spot)
                rest -= net(length, after: last)
                last = length
                turns[use] = (index + 1) % entries.count
            }
        }
        return (chosen, frameCount - rest)
    }

    /// How many frames a spot of `length` frames adds to one of `last` frames; `nil` for none.
    private func net(_ length: Int, after last: Int?) -> Int {
        length - min(crossfadeFrameCount, min(last ?? 0, length) / 2)
    }

    private func nextThatFits(
        _ rest: Int, after last: Int?, _ use: Use
    ) -> (index: Int, length: Int)? {
        let turn = turns[use] ?? 0
        let order = entries.indices.map { (turn + $0) % entries.count }
            .filter { entries[$0].use == use }
        return order.lazy.compactMap { index in
            switch entries[index].length {
            case .known(let length):
                length > 0 && net(length, after: last) <= rest ? (index, length) : nil
            case .unknown, .measuring: nil
            }
        }.first
    }
}
