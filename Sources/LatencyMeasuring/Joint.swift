/// The runs of a break with one spot.
struct BreakRuns: Hashable, Sendable {
    /// The last run of the stream before the spot.
    let before: CodedRun
    /// Those of the spot, at least one.
    let spots: [CodedRun]
    /// The first run of the stream after the spot that is long enough.
    let after: CodedRun
    /// The index after the last frame of the stream before the spot.
    let left: Int
    /// The index of the first frame of the stream after the spot.
    let returned: Int
    /// By how much the index of each run of the spot is higher than expected, and then that of its
    /// end.
    let spotJumps: [Int]

    /// The least number of stream frames after the spot.
    private static let settled = 480

    /// Finds the first complete break in `runs`; `nil` if there is none yet.
    init?(in runs: some Collection<CodedRun>, of stream: CodedSound, around spot: CodedSound) {
        let runs = Array(runs)
        guard let begin = runs.firstIndex(where: { $0.firstIndex(of: spot) != nil }),
            let before = runs[..<begin].last(where: { $0.firstIndex(of: stream) != nil }),
            let left = before.firstIndex(of: stream),
            let afterIndex = runs[begin...].firstIndex(where: {
                $0.firstIndex(of: stream) != nil && $0.count >= Self.settled
            }), let returned = runs[afterIndex].firstIndex(of: stream)
        else { return nil }
        self.before = before
        after = runs[afterIndex]
        self.left = left + before.count
        self.returned = returned
        spots = runs[begin..<afterIndex].filter { $0.firstIndex(of: spot) != nil }
        var jumps: [Int] = []
        var next = 0
        for run in spots {
            let index = run.firstIndex(of: spot) ?? next
            jumps.append(index - next)
            next = index + run.count
        }
        spotJumps = jumps + [spot.frameCount - next]
    }

    /// The frames between the stream and the spot.
    var gapBefore: Int { spots[0].first - before.end }

    /// The frames between the spot and the stream.
    var gapAfter: Int { after.first - spots[spots.count - 1].end }
}

/// The frames at the two joints of a break with one spot and a held stream.
struct Joint: Hashable, Sendable {
    /// The frames that were never heard, were heard twice, and were inserted.
    struct Count: Hashable, Sendable {
        var lost = 0
        var doubled = 0
        var gap = 0
    }

    var toSpot = Count()
    var toStream = Count()

    /// Finds the first complete break in `runs`; `nil` if there is none yet.
    init?(in runs: some Collection<CodedRun>, of stream: CodedSound, around spot: CodedSound) {
        guard let parts = BreakRuns(in: runs, of: stream, around: spot) else { return nil }
        toSpot.gap = parts.gapBefore
        toStream.gap = parts.gapAfter
        for jump in parts.spotJumps.dropLast() { toSpot.note(jump) }
        for jump in parts.spotJumps.suffix(1) { toStream.note(jump) }
        toStream.note(parts.returned - parts.left)
    }
}

extension Joint.Count {
    /// Counts an index that is `difference` higher than expected.
    fileprivate mutating func note(_ difference: Int) {
        if difference > 0 { lost += difference } else { doubled -= difference }
    }
}
