import CPulse
import MediaTime
import PCMAudio

/// One connection to a sound server with one stream, from the first attempt until it fails.
struct PulseLink: ~Copyable {
    private let context: PulseContext
    private var stream: PulseStream?
    /// How far the server has read; `nil` before its first answer.
    private(set) var clock: PulseClock?
    /// When the server last showed that it is alive.
    private var lastSign = MonotonicTime.now
    /// How many frames the server wanted when that was last looked at.
    private var lastWanted = 0
    /// The first output frame after the silence that follows the sound.
    private var silenceEnd = FrameTime.zero

    /// How long a server may take to answer while a connection is made.
    private static let connectPatience = Duration.seconds(5)

    init(on loop: borrowing PulseMainLoop, settings: PulseSettings) throws(SinkFailure) {
        context = try PulseContext(on: loop, server: settings.server)
    }

    /// Goes on with connecting, and says whether the stream plays.
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
            stream = try PulseStream(
                in: context, settings: settings, title: title, startingAt: frame)
            return false
        }
        switch state {
        case PA_STREAM_READY: return try isSuspended ? waitToConnect() : true
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: throw SinkFailure(context.failureReason)
        default: return try waitToConnect()
        }
    }

    static let suspended = "the sound server has suspended the output; resume it there"

    private mutating func waitToConnect() throws(SinkFailure) -> Bool {
        try expectSign(within: Self.connectPatience)
        return false
    }

    private mutating func expectSign(within patience: Duration) throws(SinkFailure) {
        guard MonotonicTime.now.seconds(since: lastSign) < patience.inSeconds else {
            throw SinkFailure(
                isSuspended ? Self.suspended : "the sound server does not answer")
        }
    }

    /// Whether there is a stream, and what it plays to was suspended.
    var isSuspended: Bool { mutating get { stream?.isSuspended ?? false } }

    /// Whether the server has ended the connection, rather than fallen silent.
    var isBroken: Bool { context.state == PA_CONTEXT_FAILED }

    mutating func setTitle(_ title: String) {
        stream?.setTitle(title)
    }
}

// MARK: - What the server says

extension PulseLink {
    /// Takes in what the server has said and asked for since this was last called.
    ///
    /// Returns whether it ran out of samples. Throws if it has said nothing for longer than
    /// `patience`.
    mutating func listen(patience: Duration) throws(SinkFailure) -> Bool {
        if let answer = stream?.takeTiming(), let base = stream?.base {
            lastSign = .now
            clock?.take(answer)
            clock = clock ?? PulseClock(answer, startingAt: base)
        }
        if let queue = stream?.queue {
            if queue.wanted > lastWanted {
                lastSign = .now
                clock?.take(queued: queue.target - queue.wanted, of: queue.written, at: lastSign)
            }
            lastWanted = queue.wanted
        }
        try expectSign(within: patience)
        return stream?.takeUnderflow() ?? false
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

// MARK: - What the server is given

extension PulseLink {
    /// Renders what the server has to be given: again what it has not read and what is different
    /// now, then what it asks for. At most up to output frame `end`.
    mutating func fill(from reader: MixReader, upTo end: FrameTime) {
        while true {
            let count = min(wantedFrameCount(from: reader.rendered), end - reader.rendered)
            guard count > 0 else { return }
            let written = stream?.write(at: reader.rendered, atMost: count) {
                reader.render(into: $0)
            }
            guard let written, written > 0 else { return }
            lastWanted = 0
            silenceEnd = reader.rendered
        }
    }

    /// Gives the server silence from output frame `start` on, as much as it can take.
    mutating func fillWithSilence(from start: FrameTime) {
        silenceEnd = max(silenceEnd, start)
        while true {
            let count = wantedFrameCount(from: silenceEnd)
            guard count > 0 else { return }
            let written = stream?.write(at: silenceEnd, atMost: count) {
                $0.update(repeating: 0)
            }
            guard let written, written > 0 else { return }
            lastWanted = 0
            silenceEnd = silenceEnd + written
        }
    }

    /// How many frames from `frame` on the server can be given: those that it has and whose place
    /// others take, and those that it asks for.
    private mutating func wantedFrameCount(from frame: FrameTime) -> Int {
        guard let queue = stream?.queue else { return 0 }
        return queue.wanted + max(0, queue.written - frame)
    }
}
