import MediaTime

/// The present state of a sound server and of the stream.
struct PulseServerState: Hashable {
    enum Connection: Hashable {
        case connecting
        /// The stream is open.
        case ready
        /// The connection or the stream has ended; `isBroken` if the server ended it.
        case failed(reason: String, isBroken: Bool)
    }

    var connection = Connection.connecting
    /// `nil` until the server has reported it.
    var kind: PulseServerKind?
    /// The stream's volume; `nil` until the server has reported it.
    var volume: SinkVolume?
    /// Whether the sink of the stream is suspended.
    var isSuspended = false
    /// Whether the server requests silence.
    var isSilenceWanted = false
    /// Whether the server had an underrun since the last step.
    var hasRunDry = false
    /// The target length of the server's queue in frames.
    var target = 0
    /// How many frames it requests.
    var wanted = 0
}

/// A sound server's timing reply, in frames.
struct PulseAnswer: Hashable {
    /// How many frames of the stream it has read.
    var readFrameCount: Int
    /// How many of those are not heard yet.
    var unheardFrameCount: Int
    /// How many frames it reads from the queue at a time.
    var blockFrameCount: Int
    /// When the reply arrived.
    var time: MonotonicTime
}

/// Output frames that have replaced others at the server, or are about to.
struct PulseStretch: Hashable {
    var start: FrameTime
    var end: FrameTime
    /// Whether they are the first frames of a change.
    var beginsChange: Bool
}

/// Frames whose old content the server read before they were replaced.
struct PulseLateStretch: Hashable {
    var start: FrameTime
    var frameCount: Int
    /// Whether they are the first late frames of their change.
    var beginsLateChange: Bool
}

/// The state of one connection to a sound server, and of its stream.
struct PulseLinkState {
    /// The stream's name in mixers.
    var title: String
    /// The kind of server; `nil` until it has reported it.
    var kind: PulseServerKind?
    /// The stream's queue; `nil` until the stream is open.
    private(set) var queue: PulseQueue?
    /// How far the server has read; `nil` before its first timing reply.
    private(set) var clock: PulseClock?
    /// When the server last gave a sign of life.
    private(set) var lastSign: MonotonicTime
    /// The time of the last timing request.
    private(set) var askedAt: MonotonicTime
    /// The first output frame after the silence that follows the audio.
    private(set) var silenceEnd = FrameTime.zero
    var isVolumeWatched = false
    /// Whether the stream accepted the last write.
    var canWrite = true
    /// Replaced frames that the next timing request will cover.
    var unaskedStretch: PulseStretch?
    /// The first output frame that the server had not read at its last timing reply.
    private var lastRead = FrameTime.zero
    /// How many frames the server requested at the last update.
    private var lastWanted = 0
    /// The pending timing requests, oldest first.
    private var questions: [Question] = []
    /// How many of them were sent before the stream moved to another sink.
    private var staleCount = 0
    private var hasAnswer = false
    private var lateStretches: [PulseLateStretch] = []
    /// The end of the late part of the change that is being written; `nil` if all of it was in
    /// time.
    private var lateEnd: FrameTime?
    private var hasWritten = false

    private struct Question {
        var askedAt: MonotonicTime
        var stretch: PulseStretch?
    }

    /// The timeout for a server's replies while connecting.
    static let connectTimeout = Duration.seconds(5)

    init(title: String, at now: MonotonicTime) {
        self.title = title
        lastSign = now
        askedAt = now
        questions.reserveCapacity(16)
        lateStretches.reserveCapacity(16)
    }

    /// Records that the stream is open and begins at output frame `base`.
    mutating func openQueue(startingAt base: FrameTime) {
        if queue == nil { queue = PulseQueue(startingAt: base) }
    }

    /// Throws if the server has given no sign of life for `timeout`.
    func expectSign(within timeout: Duration, at now: MonotonicTime) throws(SinkFailure) {
        guard now.seconds(since: lastSign) < timeout.inSeconds else {
            throw SinkFailure("the sound server does not answer")
        }
    }

    /// When the server will count as lost if it gives no sign of life.
    func limit(of timeout: Duration) -> MonotonicTime {
        lastSign.advanced(by: timeout.inSeconds)
    }

    /// Whether the stream plays, and its volume can be watched but is not yet.
    var mustWatchVolume: Bool { !isVolumeWatched && kind != nil && clock?.hasPlayed == true }

    /// Updates the state of the server. Returns whether it has replied since the last call.
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
    /// Whether a timing request is pending.
    var isAsking: Bool { questions.count > staleCount }

    /// Records a timing request that is sent now.
    mutating func noteQuestion(at now: MonotonicTime) {
        askedAt = now
        questions.append(Question(askedAt: now, stretch: unaskedStretch))
        unaskedStretch = nil
    }

    /// Handles the reply to the oldest request; `nil` means that it failed.
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

    /// Records the frames of `stretch` that the server had read before they arrived.
    private mutating func judge(_ stretch: PulseStretch, read: FrameTime) {
        if stretch.beginsChange { lateEnd = nil }
        let start = max(stretch.start, lateEnd ?? stretch.start)
        let count = min(stretch.end, read) - start
        guard count > 0 else { return }
        lateStretches.append(
            PulseLateStretch(start: start, frameCount: count, beginsLateChange: lateEnd == nil))
        lateEnd = start + count
    }

    /// Removes and returns the oldest late frames that are not reported yet.
    mutating func takeLateStretch() -> PulseLateStretch? {
        lateStretches.isEmpty ? nil : lateStretches.removeFirst()
    }

    /// Discards the timing so far, and the replies to pending requests.
    mutating func forgetTiming(at now: MonotonicTime) {
        lastSign = now
        clock = nil
        staleCount = questions.count
        unaskedStretch = nil
    }

    /// The first output frame that can be replaced by audio that reaches the server `frameCount`
    /// frames after `now`; `nil` before the server's first timing reply.
    func firstReplaceable(after frameCount: Int, at now: MonotonicTime) -> FrameTime? {
        let arrival = now.advanced(by: Double(frameCount) / Double(FrameTime.rate))
        return clock?.firstReplaceable(
            at: arrival, chunkBoundaries: queue?.chunkBoundaries ?? [])
    }
}

// MARK: - Writing

extension PulseLinkState {
    /// Records that `range` was written and that the server now requests `wanted` frames. An empty
    /// range means that the stream accepts none.
    mutating func noteWriting(of range: FrameRange, wanted: Int) {
        guard !range.isEmpty else { return canWrite = false }
        queue?.noteWriting(of: range, wanted: wanted)
        lastWanted = 0
        silenceEnd = range.end
        hasWritten = true
    }

    /// The kind of server, if anything was written since the last call.
    mutating func takeWriting() -> PulseServerKind? {
        defer { hasWritten = false }
        return hasWritten ? kind : nil
    }

    /// Makes output frame `frame` the next one that the corked server reads. Requires a recent
    /// timing reply, because the server may have played silence beyond that frame.
    mutating func resume(with frame: FrameTime) {
        queue?.resume(with: frame, insteadOf: lastRead)
        silenceEnd = frame
        clock = nil
        for index in questions.indices { questions[index].stretch = nil }
    }
}

/// A sound server's queue, and how much it requests.
struct PulseQueue: Hashable {
    /// The output frame of the stream's first byte, as if the stream had never played silence in
    /// place of output frames.
    private(set) var base: FrameTime
    /// The first output frame after the last write: the end of the queue for the server.
    private(set) var position: FrameTime
    /// The first output frame after everything ever written. Frames from ``position`` up to it are
    /// at the server, but still have to be replaced.
    private(set) var written: FrameTime
    /// The target length of the server's queue in frames.
    var target = 0
    /// How many frames it requests, including those that it has from ``position`` on.
    var wanted = 0
    /// The boundaries between the written chunks, in no order.
    private(set) var chunkBoundaries: [FrameTime] = []

    init(startingAt base: FrameTime) {
        self.base = base
        position = base
        written = base
    }

    /// The first output frame that the server may not have read yet.
    var read: FrameTime { position - (target - wanted) }

    /// Whether a write at `frame` starts to replace queued frames. False if it only continues an
    /// earlier replacement.
    func isReplaced(from frame: FrameTime) -> Bool { frame < written && frame != position }

    /// The first output frame for which the server has no room.
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
