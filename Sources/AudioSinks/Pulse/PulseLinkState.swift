import MediaTime

/// What a sound server has said of itself and of the stream, and how both stand.
struct PulseServerState: Hashable {
    enum Connection: Hashable {
        case connecting
        /// The stream is open.
        case ready
        /// The connection or the stream is over; `isBroken` if the server ended what had begun.
        case failed(reason: String, isBroken: Bool)
    }

    var connection = Connection.connecting
    /// `nil` until the server has said.
    var kind: PulseServerKind?
    /// How loud the server plays the stream; `nil` before it has said.
    var volume: SinkVolume?
    /// Whether what the stream plays to is suspended.
    var isSuspended = false
    /// Whether the server wants silence, as of its last word on that.
    var isSilenceWanted = false
    /// Whether the server ran out of samples since the last step.
    var hasRunDry = false
    /// How many frames the server wants to have in its queue.
    var target = 0
    /// How many frames it asks for.
    var wanted = 0
}

/// What a sound server answers to a question about timing, in frames.
struct PulseAnswer: Hashable {
    /// Frames of the stream that it has read.
    var readFrameCount: Int
    /// Frames of those that have not been heard yet.
    var unheardFrameCount: Int
    /// Frames that it takes out of the queue at a time.
    var blockFrameCount: Int
    /// When the answer came.
    var time: MonotonicTime
}

/// Output frames that took the place of others at the server, or are about to.
struct PulseStretch: Hashable {
    var start: FrameTime
    var end: FrameTime
    /// Whether a change begins with them, rather than goes on.
    var beginsChange: Bool
}

/// Frames that the server has read as they were before they were replaced.
struct PulseLateStretch: Hashable {
    var start: FrameTime
    var frameCount: Int
    /// Whether they are the first ones of their change.
    var beginsLateChange: Bool
}

/// What is known of one connection to a sound server, and of the stream in it.
struct PulseLinkState {
    /// What the stream is called.
    var title: String
    /// Which server it is, once that has said so.
    var kind: PulseServerKind?
    /// The stream's queue; `nil` until the stream is open.
    private(set) var queue: PulseQueue?
    /// How far the server has read; `nil` before its first answer.
    private(set) var clock: PulseClock?
    /// When the server last showed that it is alive.
    private(set) var lastSign: MonotonicTime
    /// When the server was last asked how far it is.
    private(set) var askedAt: MonotonicTime
    /// The first output frame after the silence that follows the sound.
    private(set) var silenceEnd = FrameTime.zero
    var isVolumeWatched = false
    /// Whether the stream takes what it is given, as of the last write.
    var canWrite = true
    /// Frames that were replaced, and about which the next question is.
    var unaskedStretch: PulseStretch?
    /// The first output frame that the server had not read when it last answered.
    private var lastRead = FrameTime.zero
    /// How many frames the server wanted when that was last looked at.
    private var lastWanted = 0
    /// The questions about timing that are on their way, the oldest first.
    private var questions: [Question] = []
    /// How many of them were asked of another sink.
    private var staleCount = 0
    private var hasAnswer = false
    private var lateStretches: [PulseLateStretch] = []
    /// The frame before which the change that is being written is known to have come too late;
    /// `nil` if all of it came in time.
    private var lateEnd: FrameTime?
    private var hasWritten = false

    private struct Question {
        var askedAt: MonotonicTime
        var stretch: PulseStretch?
    }

    /// How long a server may take to answer while a connection is made.
    static let connectTimeout = Duration.seconds(5)

    init(title: String, at now: MonotonicTime) {
        self.title = title
        lastSign = now
        askedAt = now
        questions.reserveCapacity(16)
        lateStretches.reserveCapacity(16)
    }

    /// Takes note that the stream is open, and begins with output frame `base`.
    mutating func openQueue(startingAt base: FrameTime) {
        if queue == nil { queue = PulseQueue(startingAt: base) }
    }

    /// Throws if the server has said nothing for longer than `timeout`.
    func expectSign(within timeout: Duration, at now: MonotonicTime) throws(SinkFailure) {
        guard now.seconds(since: lastSign) < timeout.inSeconds else {
            throw SinkFailure("the sound server does not answer")
        }
    }

    /// When the server will be taken for lost, if it says nothing.
    func limit(of timeout: Duration) -> MonotonicTime {
        lastSign.advanced(by: timeout.inSeconds)
    }

    /// Whether the volume of the stream can be followed, which plays, and is not yet.
    var mustWatchVolume: Bool { !isVolumeWatched && kind != nil && clock?.hasPlayed == true }

    /// Takes in how the server stands. Returns whether it has answered since this was last called.
    mutating func update(_ server: PulseServerState, at now: MonotonicTime) -> Bool {
        defer { hasAnswer = false }
        if hasAnswer { lastSign = now }
        queue?.target = server.target
        queue?.wanted = server.wanted
        if let queue, queue.wanted > lastWanted {
            lastSign = now
            clock?.take(readAtLeastUpTo: queue.read, at: now)
        }
        lastWanted = server.wanted
        return hasAnswer
    }
}

// MARK: - Timing

extension PulseLinkState {
    /// Whether a question is on its way to the server.
    var isAsking: Bool { questions.count > staleCount }

    /// Takes note of a question that goes on its way now.
    mutating func noteQuestion(at now: MonotonicTime) {
        askedAt = now
        questions.append(Question(askedAt: now, stretch: unaskedStretch))
        unaskedStretch = nil
    }

    /// Takes the answer to the oldest question.
    mutating func take(_ answer: PulseAnswer?) {
        guard !questions.isEmpty else { return }
        let question = questions.removeFirst()
        guard staleCount == 0 else { return staleCount -= 1 }
        guard let answer, let queue, let kind else { return }
        let timing = PulseTiming(
            read: queue.base + max(answer.readFrameCount, 0),
            unheardFrameCount: answer.unheardFrameCount,
            blockFrameCount: answer.blockFrameCount, askedAt: question.askedAt,
            roundTrip: answer.time.seconds(since: question.askedAt), server: kind)
        hasAnswer = true
        lastRead = timing.read
        clock?.take(timing)
        clock = clock ?? PulseClock(timing, startingAt: queue.base)
        if let stretch = question.stretch { judge(stretch, read: timing.read) }
    }

    /// Counts the frames of `stretch` that the server had read before they got there.
    private mutating func judge(_ stretch: PulseStretch, read: FrameTime) {
        if stretch.beginsChange { lateEnd = nil }
        let start = max(stretch.start, lateEnd ?? stretch.start)
        let count = min(stretch.end, read) - start
        guard count > 0 else { return }
        lateStretches.append(
            PulseLateStretch(start: start, frameCount: count, beginsLateChange: lateEnd == nil))
        lateEnd = start + count
    }

    /// The oldest frames that came too late and were not reported yet.
    mutating func takeLateStretch() -> PulseLateStretch? {
        lateStretches.isEmpty ? nil : lateStretches.removeFirst()
    }

    /// Forgets what the server has said of timing, and will say to earlier questions.
    mutating func forgetTiming(at now: MonotonicTime) {
        lastSign = now
        clock = nil
        staleCount = questions.count
        unaskedStretch = nil
    }

    /// The first output frame that is heard as it gets to the server `frameCount` frames from
    /// `now`; `nil` before the server's first answer.
    func firstReplaceable(after frameCount: Int, at now: MonotonicTime) -> FrameTime? {
        let arrival = now.advanced(by: Double(frameCount) / Double(FrameTime.rate))
        return clock?.firstReplaceable(
            at: arrival, chunkBoundaries: queue?.chunkBoundaries ?? [])
    }
}

// MARK: - Writing

extension PulseLinkState {
    /// Takes note that the server was given `range`, and asks for `wanted` frames now. With no
    /// frame in it, the stream takes none.
    mutating func noteWriting(of range: FrameRange, wanted: Int) {
        guard !range.isEmpty else { return canWrite = false }
        queue?.noteWriting(of: range, wanted: wanted)
        lastWanted = 0
        silenceEnd = range.end
        hasWritten = true
    }

    /// Which server was given something since this was last asked; `nil` if none was.
    mutating func takeWriting() -> PulseServerKind? {
        defer { hasWritten = false }
        return hasWritten ? kind : nil
    }

    /// Makes output frame `frame` the one that the corked server reads next, after it has said
    /// where the stream stands: it may have played silence beyond that frame.
    mutating func resume(with frame: FrameTime) {
        queue?.resume(with: frame, insteadOf: lastRead)
        silenceEnd = frame
        clock = nil
        for index in questions.indices { questions[index].stretch = nil }
    }
}

/// What waits at a sound server, and what it asks for.
struct PulseQueue: Hashable {
    /// The output frame that the stream's first byte belongs to, or would, had the stream never
    /// played silence instead.
    private(set) var base: FrameTime
    /// The first output frame after those that were written last, where the server takes its queue
    /// to end.
    private(set) var position: FrameTime
    /// The first output frame after all that were ever written. What the server has of them from
    /// ``position`` on is still to be replaced.
    private(set) var written: FrameTime
    /// How many frames the server wants to have in its queue.
    var target = 0
    /// How many frames it asks for, those that it has from ``position`` on included.
    var wanted = 0
    /// Where one of the chunks that the server was given ends and another begins, in no order.
    private(set) var chunkBoundaries: [FrameTime] = []

    init(startingAt base: FrameTime) {
        self.base = base
        position = base
        written = base
    }

    /// The first output frame that the server may not have read.
    var read: FrameTime { position - (target - wanted) }

    /// Whether what is written from `frame` on takes the place of something else, and does not just
    /// go on with doing so.
    func isReplaced(from frame: FrameTime) -> Bool { frame < written && frame != position }

    /// The first output frame that the server has no room for.
    var end: FrameTime { max(position + wanted, written) }

    fileprivate mutating func noteWriting(of chunk: FrameRange, wanted: Int) {
        position = chunk.end
        written = max(written, position)
        self.wanted = wanted
        let read = read
        chunkBoundaries.removeAll { $0 < read || ($0 >= chunk.start && $0 <= chunk.end) }
        chunkBoundaries.append(chunk.start)
        chunkBoundaries.append(chunk.end)
    }

    fileprivate mutating func resume(with frame: FrameTime, insteadOf read: FrameTime) {
        let shift = frame - read
        base = base + shift
        position = position + shift
        written = written + shift
        for index in chunkBoundaries.indices {
            chunkBoundaries[index] = chunkBoundaries[index] + shift
        }
    }
}
