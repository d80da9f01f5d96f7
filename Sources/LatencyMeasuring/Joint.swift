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

    /// The least number of stream frames after the spot.
    private static let settled = 480

    /// Finds the first complete break in `runs`; `nil` if there is none yet.
    init?(in runs: some Collection<CodedRun>, of stream: CodedSound, around spot: CodedSound) {
        let runs = Array(runs)
        guard let begin = runs.firstIndex(where: { $0.firstIndex(of: spot) != nil }),
            let before = runs[..<begin].last(where: { $0.firstIndex(of: stream) != nil }),
            let afterIndex = runs[begin...].firstIndex(where: {
                $0.firstIndex(of: stream) != nil && $0.count >= Self.settled
            })
        else { return nil }
        let spots = runs[begin..<afterIndex].filter { $0.firstIndex(of: spot) != nil }
        let after = runs[afterIndex]
        toSpot.gap = runs[begin].first - before.end
        toStream.gap = after.first - (spots.last?.end ?? after.first)
        var next = 0
        for run in spots {
            toSpot.note((run.firstIndex(of: spot) ?? 0) - next)
            next = (run.firstIndex(of: spot) ?? 0) + run.count
        }
        toStream.note(spot.frameCount - next)
        let expected = (before.firstIndex(of: stream) ?? 0) + before.count
        toStream.note((after.firstIndex(of: stream) ?? 0) - expected)
    }
}

extension Joint.Count {
    /// Counts an index that is `difference` higher than expected.
    fileprivate mutating func note(_ difference: Int) {
        if difference > 0 { lost += difference } else { doubled -= difference }
    }
}
