import MediaTime

/// Where the programme goes on after breaks that were heard.
struct BreakReturns: Sendable {
    /// In the order in which the breaks were heard.
    private var pending: [Return] = []

    private struct Return {
        let number: Int
        let begin: FrameTime
        var offset: Int
    }

    /// A return that is no further than this from where the programme is anyway is left out.
    private static let tolerance = FrameTime.rate / 4

    /// Adds the break of that number, which is heard from frame `begin` of the programme on. After it
    /// the programme goes on `offset` frames after `begin`; with `nil`, where it is.
    mutating func add(_ number: Int, from begin: FrameTime, offset: Int?) {
        pending.append(Return(number: number, begin: begin, offset: offset ?? 0))
    }

    mutating func amend(_ number: Int, offset: Int?) {
        for index in pending.indices where pending[index].number == number {
            pending[index].offset = offset ?? 0
        }
    }

    /// Removes and returns the frame at which the programme, which is at `place`, goes on; `nil` if it
    /// is close to there.
    mutating func take(from place: FrameTime) -> FrameTime? {
        let returns = pending.filter { $0.offset != 0 }
        pending = []
        guard let begin = returns.last?.begin else { return nil }
        // Several at one instant add up.
        let offset = returns.lazy.filter { $0.begin == begin }.map(\.offset).reduce(0, +)
        let target = max(.zero, begin + offset)
        return abs(target - place) > Self.tolerance ? target : nil
    }
}
