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

    /// The output frame that the server takes to be at the ear at the time beside it, or a later
    /// one, and how many frames from there on it may have read.
    private var ear: FrameTime
    private var earTime: MonotonicTime
    private var reach: Int

    private let server: PulseServerKind

    /// Where the stream began.
    private let base: FrameTime

    /// How much a server may be late until it is believed to stand still: 50 ms.
    private static let mostLate = FrameTime.rate / 20

    /// Starts with a server's first answer about a stream that began at output frame `base`.
    init(_ answer: PulseTiming, startingAt base: FrameTime) {
        self.base = base
        read = answer.read
        time = answer.askedAt
        unheardFrameCount = answer.unheardFrameCount
        blockFrameCount = answer.blockFrameCount
        ear = answer.ear
        earTime = answer.askedAt
        reach = answer.reach
        server = answer.server
    }

    /// Takes in what the server has answered.
    mutating func take(_ answer: PulseTiming) {
        read = max(read, answer.read)
        unheardFrameCount = answer.unheardFrameCount
        blockFrameCount = answer.blockFrameCount
        time = answer.askedAt
        let expected = ear + Self.frameCount(from: earTime, until: answer.askedAt)
        ear = answer.ear(expectedAt: expected, mostLate: Self.mostLate)
        earTime = answer.askedAt
        reach = answer.reach
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

    /// The first output frame that the server cannot have read at `time`, not even if it takes its
    /// next block that moment. What gets there by then will be heard from there on.
    ///
    /// PulseAudio's null sink takes a block in pieces as they were given to it, which meet at
    /// `chunkBoundaries`, and then a whole one from where the last piece began.
    func firstReplaceable(at time: MonotonicTime, chunkBoundaries: [FrameTime] = []) -> FrameTime {
        let ear = ear + Self.frameCount(from: earTime, until: time)
        guard server == .pulseAudio, ear >= read else { return max(read, ear + reach) }
        let lastPiece = chunkBoundaries.filter { $0 < ear + reach }.max() ?? ear
        return max(ear, lastPiece) + reach
    }

    private static func frameCount(from start: MonotonicTime, until now: MonotonicTime) -> Int {
        max(0, Int(saturating: (now.seconds(since: start) * Double(FrameTime.rate)).rounded(.up)))
    }
}
