import MediaTime

/// How far a sound server has read and played, as far as that is known, and what follows from it.
///
/// The server says so when it is asked. In between, its requests for more show
/// how much it must have read. All of it is a lower bound: what counts as heard
/// was heard.
struct PulseClock: Hashable {
    /// The first output frame that the server had not read yet at ``time``.
    private(set) var read: FrameTime

    /// When that was so, or later: what the server has read meanwhile is not in it.
    private(set) var time: MonotonicTime

    /// How many of the frames that it has read wait for being heard.
    private var unheardFrameCount: Int

    /// How many frames the server takes out of the queue at a time.
    private var blockFrameCount: Int

    /// The first output frame that the server cannot have read at the time beside it.
    private var front: FrameTime
    private var frontTime: MonotonicTime

    /// Where the stream began.
    private let base: FrameTime

    /// Answers that took longer say little about where the server is: 3 ms.
    private static let longestRoundTrip = 0.003

    /// How much the front may have run ahead of a server that stands still until that is believed.
    private static let longestLead = FrameTime.rate / 20

    /// By how much the front falls back if no answer confirms it: a clock cannot be off by more.
    private static let leak = 0.002

    /// Starts with a server's first answer about a stream that began at output frame `base`.
    init(_ answer: PulseTiming, startingAt base: FrameTime) {
        self.base = base
        read = answer.read
        time = answer.askedAt
        unheardFrameCount = answer.unheardFrameCount
        blockFrameCount = answer.blockFrameCount
        front = answer.front
        frontTime = answer.askedAt
    }

    /// Takes in what the server has answered.
    mutating func take(_ answer: PulseTiming) {
        read = max(read, answer.read)
        unheardFrameCount = answer.unheardFrameCount
        blockFrameCount = answer.blockFrameCount
        time = answer.askedAt
        guard answer.server == .pulseAudio else {
            front = answer.front
            frontTime = answer.askedAt
            return
        }
        guard answer.roundTrip < Self.longestRoundTrip else { return }
        // A server that is late reads several blocks at once to catch up: its lateness shows in
        // that it was further before.
        let elapsed = answer.askedAt.seconds(since: frontTime) * Double(FrameTime.rate)
        let predicted = front + Int(elapsed * (1 - Self.leak))
        let isStanding = predicted - answer.front > Self.longestLead
        front = isStanding ? answer.front : max(predicted, answer.front)
        frontTime = answer.askedAt
    }

    /// Takes in that the server has read everything before `frame`, as its requests show.
    mutating func take(readAtLeastUpTo frame: FrameTime, at now: MonotonicTime) {
        guard frame > read else { return }
        read = frame
        time = now
        // It asks as soon as it has read a block, of which nothing has been heard then.
        unheardFrameCount = max(unheardFrameCount, blockFrameCount)
    }

    /// The first output frame that may not have been heard yet.
    var heard: FrameTime { max(base, read - unheardFrameCount) }

    /// Whether anything of the stream was heard.
    var hasPlayed: Bool { heard > base }

    /// What ``heard`` will be at `now`, if the server goes on.
    func heard(at now: MonotonicTime) -> FrameTime {
        heard + Self.frameCount(from: time, until: now)
    }

    /// When everything before `frame` will have been heard, if the server goes on.
    func time(ofHearing frame: FrameTime) -> MonotonicTime {
        time.advanced(by: Double(frame - heard) / Double(FrameTime.rate))
    }

    /// The first output frame that the server cannot have read at `now`, not even if it takes its
    /// next block this moment. What is written from there on will be heard.
    func firstReplaceable(at now: MonotonicTime) -> FrameTime {
        max(read, front + Self.frameCount(from: frontTime, until: now))
    }

    private static func frameCount(from start: MonotonicTime, until now: MonotonicTime) -> Int {
        max(0, Int((now.seconds(since: start) * Double(FrameTime.rate)).rounded(.up)))
    }
}

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

    /// The first output frame that it cannot have read when it was asked.
    fileprivate var front: FrameTime {
        switch server {
        // It reads a block when the one before is through.
        case .pulseAudio: max(read, read + (blockFrameCount - unheardFrameCount))
        case .pipeWire: read + Self.cycleFrameCount
        }
    }
}
