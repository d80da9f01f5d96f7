import MediaTime

/// What a sound server answers when it is asked how far it has played.
struct PulseTiming: Hashable {
    /// The first output frame that it has not read yet.
    var read: FrameTime
    /// How many of the frames before that have not been heard yet.
    var unheardFrameCount: Int
    /// How many frames it takes out of the queue at a time.
    var blockFrameCount: Int
    /// When it was asked.
    var askedAt: MonotonicTime
    /// Seconds until it had answered.
    var roundTrip: Double
    var server = PulseServerKind.pulseAudio

    /// Frames that PipeWire may take at any moment: one of the cycles that it works in for a
    /// player like this one, 5.3 ms, and some time for it to say that one is over. 7 ms.
    /// Where cycles are longer, changes come too late at first, and then get more room.
    private static let cycleFrameCount = FrameTime.rate * 7 / 1000

    /// The output frame that was at the ear when it was asked, or a later one: time has passed until
    /// it answered.
    var ear: FrameTime {
        switch server {
        case .pulseAudio: read - unheardFrameCount
        case .pipeWire: read
        }
    }

    /// How many frames from ``ear`` on the server may have read at any moment.
    var reach: Int {
        switch server {
        // It reads a block when the one before is through.
        case .pulseAudio: blockFrameCount
        case .pipeWire: Self.cycleFrameCount
        }
    }

    /// The output frame that was at the ear when it was asked, or a later one, where `expected`
    /// follows from what was known before. That stands where the answer does not contradict it.
    func ear(expectedAt expected: FrameTime, mostLate: Int) -> FrameTime {
        guard server == .pulseAudio else { return ear }
        let underway = Int(saturating: (roundTrip * Double(FrameTime.rate)).rounded(.up))
        if expected < ear - underway { return ear }
        // A server that has nothing left to be heard is late, and will catch up: it counts on.
        let isLate = unheardFrameCount == 0 && expected - ear <= mostLate
        return isLate ? expected : min(expected, ear)
    }
}
