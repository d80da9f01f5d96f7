import MediaTime

/// A break that a ``MarkedStream`` marks and the marked spot covers, as it was heard.
struct MarkedBreak: Hashable, Sendable {
    /// Its number in the stream, from 1: the marker closest to the last frame before the spot.
    let number: Int
    private let runs: BreakRuns

    /// Finds the first complete break in `runs`; `nil` if there is none yet.
    init?(in runs: some Collection<CodedRun>) {
        guard let runs = BreakRuns(in: runs, of: .programme, around: .markedSpot) else {
            return nil
        }
        self.runs = runs
        number = max(1, (runs.left + MarkedStream.breakInterval / 2) / MarkedStream.breakInterval)
    }

    /// The frame of the stream before which its marker stands.
    var marked: Int { number * MarkedStream.breakInterval }

    /// The first run of the spot.
    var spot: CodedRun { runs.spots[0] }

    /// The last frame of the stream before the spot.
    var lastFrame: Int { runs.left - 1 }

    /// When the sink's clock played ``lastFrame``.
    var lastFrameHeard: MonotonicTime {
        let time = Double(runs.before.count - 1) / Double(FrameTime.rate)
        return runs.before.heard.advanced(by: time)
    }

    /// The position in the recording from which the next break is found.
    var end: Int { runs.after.first + 1 }

    /// How many frames after its marker the stream was still heard; negative if it left early.
    var toSpot: Int { runs.left - marked }

    /// How many frames after its end the stream was heard again; negative if it returned early.
    var toStream: Int { runs.returned - (marked + MarkedStream.breakLength) }

    /// The frames that belong to neither stream nor spot, and those by which the spot is off.
    var gap: Int {
        runs.gapBefore + runs.gapAfter + runs.spotJumps.map(abs).reduce(0, +)
    }
}
