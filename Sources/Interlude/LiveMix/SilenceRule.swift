import MediaTime

/// When silence takes the place of sound that does not come, as in a pause in which the output is
/// asleep: a listener's player that got nothing would give up.
struct SilenceRule {
    /// Seconds without sound after which it is made up for by silence. A sink tells several times a
    /// second what was heard; less would take a busy machine for a pause.
    static let patience = 0.5

    /// Seconds in a block of silence.
    private let blockLength: Double
    private var lastSound: MonotonicTime
    private var silentCount = 0

    init(blockLength: Double, from time: MonotonicTime) {
        self.blockLength = blockLength
        lastSound = time
    }

    /// When the next block of silence is due, unless sound comes before: the first make up for all
    /// the time that passed.
    var nextDue: MonotonicTime {
        lastSound.advanced(by: max(Self.patience, Double(silentCount + 1) * blockLength))
    }

    mutating func soundCame(at time: MonotonicTime) {
        lastSound = time
        silentCount = 0
    }

    mutating func silenceWasAdded() {
        silentCount += 1
    }
}
