import Advertising
import Interlude
import PlayerControl

/// `interlude ctl push --wait`: prints what becomes of each spot, until all have ended.
struct PushWaiting {
    private let spots: [Advertisement]
    private let player: Int32?

    /// Throws if `request` is no push.
    init(for request: ControlRequest, to player: Int32?) throws(CommandError) {
        guard case .push(let spots) = request else {
            throw CommandError(.usage, "ctl: --wait only goes with push")
        }
        self.spots = spots
        self.player = player
    }

    /// Blocks until all spots have ended. Throws if one of them was not played to its end.
    func run() throws {
        var tally = PushTally(spotCount: spots.count)
        var client = try ControlClient(to: player)
        let answer = try client.push(spots) { progress in
            tally.note(progress)
            try Console.print(progress.words)
        }
        if let refusal = answer.refusal {
            throw CommandError(.negative, "ctl push: \(refusal)")
        }
        if let shortfall = tally.shortfall {
            throw CommandError(.negative, "ctl push: \(shortfall)")
        }
    }
}

/// How many spots of a push were played to their end.
struct PushTally: Hashable, Sendable {
    private let spotCount: Int
    private var completedCount = 0

    init(spotCount: Int) {
        self.spotCount = spotCount
    }

    mutating func note(_ progress: SpotProgress) {
        // A spot whose file is cut off is played, but not to its end.
        if progress.state == .completed, progress.reason == nil { completedCount += 1 }
    }

    /// What is missing; `nil` if all spots were played to their end.
    var shortfall: String? {
        guard completedCount < spotCount else { return nil }
        return "\(completedCount) of \(spotCount) spots were played to their end"
    }
}
