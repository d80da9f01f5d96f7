import AudioMixing
import CPulse
import MediaTime
import PCMAudio

/// One connection to a sound server with one stream, from the first attempt until it fails.
struct PulseLink: ~Copyable {
    private let context: PulseContext
    private var stream: PulseStream?
    /// What the stream is called.
    private var title = ""
    /// How far the server has read; `nil` before its first answer.
    private(set) var clock: PulseClock?
    /// When the server last showed that it is alive.
    private var lastSign = MonotonicTime.now
    /// How many frames the server wanted when that was last looked at.
    private var lastWanted = 0
    /// The first output frame after the silence that follows the sound.
    private var silenceEnd = FrameTime.zero
    /// The first output frame that the server had not read when it last answered.
    private var lastRead = FrameTime.zero
    /// Whether note was taken of the stream that is there.
    private(set) var isSettled = false
    private var isVolumeFollowed = false
    /// Whether the server was given something since that was last asked.
    private var hasWritten = false
    /// Sound that was replaced, and may have come too late.
    private var changes: [PulseChange] = []

    /// How long a server may take to answer while a connection is made.
    private static let connectPatience = Duration.seconds(5)

    init(on loop: borrowing PulseMainLoop, settings: PulseSettings) throws(SinkFailure) {
        context = try PulseContext(on: loop, server: settings.server)
    }

    /// Goes on with connecting, and says whether the stream is there.
    ///
    /// Throws once the connection has failed.
    mutating func check(
        settings: PulseSettings, title: String, startingAt frame: FrameTime
    ) throws(SinkFailure) -> Bool {
        switch context.state {
        case PA_CONTEXT_READY: break
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: throw SinkFailure(context.failureReason)
        default: return try waitToConnect()
        }
        guard let state = stream?.state else {
            context.news.askForKind(at: context.context)
            stream = try PulseStream(
                in: context, settings: settings, title: title, startingAt: frame)
            self.title = title
            return false
        }
        switch state {
        case PA_STREAM_READY: return true
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: throw SinkFailure(context.refusalReason)
        default: return try waitToConnect()
        }
    }

    private mutating func waitToConnect() throws(SinkFailure) -> Bool {
        try expectSign(within: Self.connectPatience)
        return false
    }

    private mutating func expectSign(within patience: Duration) throws(SinkFailure) {
        guard MonotonicTime.now.seconds(since: lastSign) < patience.inSeconds else {
            throw SinkFailure("the sound server does not answer")
        }
    }

    /// Whether there is a stream, and what it plays to was suspended.
    var isSuspended: Bool { mutating get { stream?.isSuspended ?? false } }

    /// Whether the server has ended the connection or the stream, rather than fallen silent.
    var isBroken: Bool {
        mutating get { context.state == PA_CONTEXT_FAILED || stream?.state == PA_STREAM_FAILED }
    }

    /// Gives the stream that name in the listener's mixer, unless it has it.
    mutating func setTitle(_ title: String) {
        guard title != self.title else { return }
        self.title = title
        stream?.setTitle(title)
    }
}

// MARK: - What the server says

extension PulseLink {
    /// What has come of what the server was given.
    enum Trouble: Hashable {
        /// The server ran out of samples.
        case ranDry
        /// It has read frames from that one on as they were before they were replaced.
        case late(at: FrameTime, frameCount: Int)
    }

    /// Takes in what the server has said and asked for since this was last called.
    ///
    /// Throws if it has said nothing for longer than `patience`.
    mutating func listen(patience: Duration) throws(SinkFailure) -> [Trouble] {
        var troubles: [Trouble] = []
        if stream?.takeMove() == true {
            lastSign = .now
            clock = nil
            ask()
        }
        if let kind = context.news.kind, let answer = stream?.takeTiming(of: kind),
            let base = stream?.base
        {
            lastSign = .now
            lastRead = answer.read
            clock?.take(answer)
            clock = clock ?? PulseClock(answer, startingAt: base)
            troubles += lateness(answer)
        }
        if let queue = stream?.queue {
            if queue.wanted > lastWanted {
                lastSign = .now
                clock?.take(readAtLeastUpTo: queue.read, at: lastSign)
            }
            lastWanted = queue.wanted
        }
        try expectSign(within: patience)
        if stream?.takeUnderflow() == true { troubles.append(.ranDry) }
        return troubles
    }

    /// What of that which was replaced came too late, by what the server has answered since.
    private mutating func lateness(_ answer: PulseTiming) -> [Trouble] {
        let told = changes.compactMap { change in
            change.lateFrameCount(answer).map { (start: change.start, count: $0) }
        }
        changes.removeAll { $0.lateFrameCount(answer) != nil }
        return told.filter { $0.count > 0 }.map { .late(at: $0.start, frameCount: $0.count) }
    }

    /// Which server it is, once that has said so.
    var kind: PulseServerKind? { context.news.kind }

    /// How loud the server plays the stream; `nil` before it has said.
    var volume: SinkVolume? { context.news.volume }

    /// Takes note of the stream, which is there.
    mutating func settle() {
        guard let index = stream?.index else { return }
        isSettled = true
        context.news.attend(toStream: index)
    }

    /// Follows the volume of the stream once that plays.
    mutating func followVolume() {
        guard !isVolumeFollowed, isSettled, clock?.hasPlayed == true else { return }
        isVolumeFollowed = true
        context.news.watchVolume(at: context.context)
    }

    /// The first output frame that is heard as it gets to the server `frameCount` frames from now;
    /// `nil` before the server's first answer.
    mutating func firstReplaceable(after frameCount: Int) -> FrameTime? {
        let arrival = MonotonicTime.now.advanced(by: Double(frameCount) / Double(FrameTime.rate))
        return clock?.firstReplaceable(at: arrival, joints: stream?.joints ?? [])
    }

    /// Asks the server how far it is, unless a question is on its way.
    mutating func ask() { stream?.askForTiming() }

    /// Whether a question is on its way to the server.
    var isAsking: Bool { mutating get { stream?.isAsking ?? false } }

    /// When the server will be taken for lost, if it says nothing.
    func limit(of patience: Duration) -> MonotonicTime {
        lastSign.advanced(by: patience.inSeconds)
    }

    /// When the server was last asked how far it is.
    var askedAt: MonotonicTime { mutating get { stream?.askedAt ?? lastSign } }
}

// MARK: - Silence

extension PulseLink {
    /// Whether the server has asked for silence.
    var isSilenceWanted: Bool {
        mutating get {
            if context.news.takeEndOfSilence() { stream?.endSilence() }
            return stream?.isSilenceWanted ?? false
        }
    }

    /// Stops playing, after all that was written before, and asks whether there is still a call to
    /// be silent for.
    mutating func cork() {
        stream?.cork()
        context.news.askWhetherMuted(at: context.context)
    }

    /// Plays again, from output frame `frame` on, after the server has said where the corked
    /// stream stands: it may have played silence beyond that frame.
    mutating func prepareToGoOn(with frame: FrameTime) {
        stream?.goOn(with: frame, insteadOf: lastRead)
        changes = []
        silenceEnd = frame
        clock = nil
    }

    mutating func uncork() { stream?.uncork() }
}

// MARK: - What the server is given

extension PulseLink {
    /// How much of what takes the place of something else goes on its way before the rest of it is
    /// rendered: that has to be there first. 10 ms.
    private static let urgentFrameCount = FrameTime.rate / 100

    /// Renders what the server has to be given: again what it has not read and what is different
    /// now, then what it asks for. At most up to output frame `end`, and as loud as `fade` says.
    ///
    /// Leaves what is not urgent to the next call, which may come once the loop has sent this.
    mutating func fill(from reader: SinkRenderer, upTo end: FrameTime, fade: Ramp? = nil) {
        let first = reader.rendered
        let isChange = stream?.queue.isReplaced(from: first) ?? false
        defer { if isChange, reader.rendered > first { noteChange(from: first) } }
        let end = isChange ? min(end, first + Self.urgentFrameCount) : end
        while true {
            let start = reader.rendered
            let count = min(roomFrameCount(from: start), end - start)
            guard count > 0 else { return }
            let written = stream?.write(at: start, atMost: count) { samples in
                reader.render(into: samples)
                fade?.apply(to: samples, from: start)
            }
            guard let written, written > 0 else { return }
            lastWanted = 0
            hasWritten = true
            silenceEnd = reader.rendered
        }
    }

    /// Asks the server at once whether what took the place of frames from `start` on came in time.
    private mutating func noteChange(from start: FrameTime) {
        stream?.dropTiming()
        changes.append(PulseChange(start: start, writtenAt: .now))
        ask()
    }

    /// Which server was given something since this was last asked; `nil` if none was.
    mutating func takeWriting() -> PulseServerKind? {
        defer { hasWritten = false }
        return hasWritten ? kind : nil
    }

    /// Asks for a queue as `settings` have it by now.
    mutating func resizeBuffer(_ settings: PulseSettings) { stream?.resizeBuffer(settings) }

    /// Gives the server silence from output frame `start` on, as much as it can take.
    mutating func fillWithSilence(from start: FrameTime) {
        silenceEnd = max(silenceEnd, start)
        while true {
            let count = roomFrameCount(from: silenceEnd)
            guard count > 0 else { return }
            let written = stream?.write(at: silenceEnd, atMost: count) {
                $0.update(repeating: 0)
            }
            guard let written, written > 0 else { return }
            lastWanted = 0
            hasWritten = true
            silenceEnd = silenceEnd + written
        }
    }

    /// How many frames from `frame` on the server can be given: those that it has and whose place
    /// others take, and those that it asks for.
    private mutating func roomFrameCount(from frame: FrameTime) -> Int {
        max(0, (stream?.queue.end ?? frame) - frame)
    }
}

extension Ramp {
    /// Scales interleaved samples, the first of which are of output frame `start`.
    fileprivate func apply(to samples: UnsafeMutableBufferPointer<Float>, from start: FrameTime) {
        let channelCount = AudioFormat.pipelineChannelCount
        for index in samples.indices {
            samples[index] *= gain(at: start + index / channelCount)
        }
    }
}
