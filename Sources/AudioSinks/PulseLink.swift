import CPulse
import MediaTime
import PCMAudio

/// One connection to a sound server with one stream, from the first attempt until it fails.
struct PulseLink: ~Copyable {
    private let context: PulseContext
    private var stream: PulseStream?
    /// When the server last showed that it is alive.
    private var lastSign = MonotonicTime.now
    private var lastStamp: Int64 = 0

    /// How long a server may take to answer while a connection is made.
    private static let connectPatience = Duration.seconds(5)

    /// Seconds between an answer about timing and the next question.
    private static let timingInterval = 0.02

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
        case PA_STREAM_READY: return true
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: throw SinkFailure(context.failureReason)
        default: return try waitToConnect()
        }
    }

    private func waitToConnect() throws(SinkFailure) -> Bool {
        try expectSign(within: Self.connectPatience)
        return false
    }

    private func expectSign(within patience: Duration) throws(SinkFailure) {
        guard MonotonicTime.now.seconds(since: lastSign) < patience.inSeconds else {
            throw SinkFailure("the sound server does not answer")
        }
    }
}

// MARK: - A stream that plays

extension PulseLink {
    /// What has happened to the stream.
    struct News {
        /// The first output frame that has not been heard yet.
        var heard: FrameTime
        /// Whether the server ran out of samples.
        var ranDry: Bool
    }

    /// Hears from the server how far it has played, and asks again.
    ///
    /// Throws if it has said nothing for longer than `patience`. Returns `nil` before its first
    /// answer.
    mutating func listen(patience: Duration) throws(SinkFailure) -> News? {
        if MonotonicTime.now.seconds(since: lastSign) >= Self.timingInterval {
            stream?.requestTiming()
        }
        let timing = stream?.timing
        if let timing, timing.stamp != lastStamp {
            lastStamp = timing.stamp
            lastSign = .now
        }
        try expectSign(within: patience)
        let ranDry = stream?.takeUnderflow() ?? false
        return timing.map { News(heard: $0.heard, ranDry: ranDry) }
    }

    /// How many frames the server has not read yet, of those before `end`.
    mutating func queuedFrameCount(before end: FrameTime) -> Int {
        guard let timing = stream?.timing else { return 0 }
        let elapsed = MonotonicTime.now.seconds(since: lastSign) * Double(FrameTime.rate)
        return end - timing.read - Int(elapsed)
    }

    /// Renders what the server asks for into the stream, at most `limit` frames, and returns how
    /// many there were.
    mutating func fill(atMost limit: Int, from reader: MixReader) -> Int {
        let count = min(stream?.writableFrameCount ?? 0, limit)
        guard count > 0 else { return 0 }
        return stream?.write(atMost: count) { reader.render(into: $0) } ?? 0
    }

    /// Gives the server silence for all that it asks for.
    mutating func fillWithSilence() {
        while let count = stream?.writableFrameCount, count > 0 {
            let written = stream?.write(atMost: count) { $0.update(repeating: 0) }
            if written == 0 { return }
        }
    }

    mutating func setTitle(_ title: String) {
        stream?.setTitle(title)
    }
}
