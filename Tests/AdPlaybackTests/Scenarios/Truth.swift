import AdPlayback
import MediaTime

/// The output of a sink that follows every layout: the spot at each output frame.
struct Truth {
    private(set) var spots: [PlacedSpot] = []

    /// The output before the last layout, in case that is refused.
    private var before: [PlacedSpot] = []

    /// The first frame of the last layout.
    private(set) var laidFrom: FrameTime = .zero

    mutating func lay(_ layout: BreakLayout) {
        before = spots
        laidFrom = layout.validFrom
        spots = Self.cut(spots, at: layout.validFrom)
        for spot in layout.spots {
            if let index = spots.firstIndex(where: { $0.token == spot.token }) {
                spots[index].range.end = spot.range.end
            } else {
                spots.append(spot)
            }
        }
    }

    /// Reverts the last layout; of the one before, the spots that `isKept` accepts continue.
    mutating func refuse(keeping isKept: (PlayToken) -> Bool) {
        spots = before.filter { isKept($0.token) || $0.range.start < laidFrom }
    }

    mutating func stop(at time: FrameTime) {
        spots = Self.cut(spots, at: time)
        before = spots
    }

    func token(at time: FrameTime) -> PlayToken? {
        spots.last { $0.range.contains(time) }?.token
    }

    /// Forgets spots that were heard long ago.
    mutating func forget(before time: FrameTime) {
        spots.removeAll { $0.range.end < time }
    }

    private static func cut(_ spots: [PlacedSpot], at time: FrameTime) -> [PlacedSpot] {
        spots.compactMap { spot in
            guard spot.range.start < time else { return nil }
            var spot = spot
            spot.range.end = min(spot.range.end, time)
            return spot
        }
    }
}
