import MediaTime

/// Estimates how far a sound server has read and played.
///
/// The server's timing replies give its read index. Between them, its requests for more audio show
/// how much it has read at least. All positions are lower bounds: frames that count as heard were
/// heard.
struct PulseClock: Hashable {
    /// The first output frame that the server had not read yet at ``time``.
    private(set) var read: FrameTime

    /// The time of ``read``. The server may have read more since.
    private(set) var time: MonotonicTime

    /// How many of the frames that it has read are not heard yet.
    private var unheardFrameCount: Int

    /// How many frames the server reads from the queue at a time.
    private var blockFrameCount: Int

    /// The output frame that is heard at `earTime`, or a later one, and how many frames from there
    /// on the server may have read.
    private var ear: FrameTime
    private var earTime: MonotonicTime
    private var reach: Int

    private let server: PulseServerKind

    /// The output frame at which the stream began.
    private let base: FrameTime

    /// How late a server may be before its position counts as standing still: 50 ms.
    private static let mostLate = FrameTime.rate / 20

    /// Starts with a server's first timing reply for a stream that began at output frame `base`.
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

    /// Updates the estimate with a timing reply.
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

    /// Records that the server has read everything before `frame`, as its requests show.
    mutating func take(readAtLeastUpTo frame: FrameTime, at now: MonotonicTime) {
        guard frame > read else { return }
        read = frame
        time = now
        // It requests more as soon as it has read a block, before any of that block is heard.
        unheardFrameCount = max(unheardFrameCount, blockFrameCount)
    }

    /// The first output frame that may not have been heard yet.
    var heard: FrameTime { max(base, read - unheardFrameCount) }

    /// Whether any of the stream was heard.
    var hasPlayed: Bool { heard > base }

    /// The value of ``heard`` at `now`, if the server keeps playing.
    func heard(at now: MonotonicTime) -> FrameTime {
        heard + Self.frameCount(from: time, until: now)
    }

    /// When everything before `frame` will have been heard, if the server keeps playing.
    func time(ofHearing frame: FrameTime) -> MonotonicTime {
        time.advanced(by: Double(frame - heard) / Double(FrameTime.rate))
    }

    /// The first output frame that the server cannot have read at `time`, even if it reads its next
    /// block at that moment. Audio that arrives by then is heard from that frame on.
    ///
    /// PulseAudio's null sink reads a block in the chunks in which it was written, which meet at
    /// `chunkBoundaries`. It then reads a whole block from the start of the last chunk.
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
