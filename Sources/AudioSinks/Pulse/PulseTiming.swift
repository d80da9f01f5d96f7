import MediaTime

/// A sound server's timing reply, in output frames.
struct PulseTiming: Hashable {
    /// The first output frame that it has not read yet.
    var read: FrameTime
    /// How many of the frames before that are not heard yet.
    var unheardFrameCount: Int
    /// How many frames it reads from the queue at a time.
    var blockFrameCount: Int
    /// The time of the request.
    var askedAt: MonotonicTime
    /// Seconds from the request to the reply.
    var roundTrip: Double
    var server = PulseServerKind.pulseAudio

    /// How many frames PipeWire may read at any moment: one cycle, which is 5.3 ms for a player
    /// like this one, and some time to report its end. 7 ms. With longer cycles changes are late at
    /// first and then get a greater margin.
    private static let cycleFrameCount = FrameTime.rate * 7 / 1000

    /// The output frame that was heard at the time of the request, or a later one, because time
    /// passes until the reply.
    var ear: FrameTime {
        switch server {
        case .pulseAudio: read - unheardFrameCount
        case .pipeWire: read
        }
    }

    /// How many frames from ``ear`` on the server may have read at any moment.
    var reach: Int {
        switch server {
        // It reads a block when the previous one has been played.
        case .pulseAudio: blockFrameCount
        case .pipeWire: Self.cycleFrameCount
        }
    }

    /// The output frame that was heard at the time of the request, or a later one. `expected` is
    /// the prediction from earlier replies; it stands unless this reply contradicts it.
    func ear(expectedAt expected: FrameTime, mostLate: Int) -> FrameTime {
        guard server == .pulseAudio else { return ear }
        let underway = Int(saturating: (roundTrip * Double(FrameTime.rate)).rounded(.up))
        if expected < ear - underway { return ear }
        // A server with nothing left to play is late and will catch up: its position advances.
        let isLate = unheardFrameCount == 0 && expected - ear <= mostLate
        return isLate ? expected : min(expected, ear)
    }
}
