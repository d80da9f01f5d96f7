import AudioDecoding
import MediaTime
import PCMAudio
import StreamFetching

/// Decodes a live stream into a window of samples, at the live edge or behind it.
///
/// Two threads: one takes the network in and never waits for the other, which
/// decodes as far ahead as the samples' window has room. Runs until the
/// stream's end, a failure, or ``stop()``, which has to be called. One that
/// nobody took samples from for longer than the stream is kept is left behind:
/// it says so, and only ``jump(to:)`` goes on from there.
///
/// For streams that come no faster than they are heard, but for a burst: of a
/// recording, which comes as fast as the network can, the time-shift store
/// would keep only the end. ``FileReader`` is for those.
package final class LiveReader: Sendable {
    private enum Life {
        case reading
        /// Another reader went on with the source.
        case succeeded
        case stopped
    }

    /// The stream's samples, addressed by programme frame.
    ///
    /// So is everything else here: programme time is the stream's time for as long as the clocks
    /// of station and listener agree.
    package let store: SampleStore

    /// How loud the samples are, from the store's first on; `nil` where that is not measured.
    package let loudness: LoudnessTrack?

    private let source: LiveSource
    private let time: ProgrammeTime
    private let cursor: TimeShiftCursor
    private let report: @Sendable (ReaderEvent) -> Void
    private let life = Guarded(Life.reading)

    /// How far a decoder may be off the stream's time before it is set right: damage that no
    /// packet tells of adds up.
    private static let tolerance = FrameTime.rate / 10

    /// Begins to connect through `provider`. Returns at once.
    ///
    /// A `listener` with a clock of his own stays as far behind live as he begins, whatever his
    /// clock and the station's differ by.
    /// `report` is called on the threads of this reader and of those that go on from it.
    package convenience init(
        connecting provider: any ConnectionProvider,
        keepingIn timeShift: TimeShiftStore = TimeShiftStore(),
        for listener: ListenerPace, metering: LoudnessMetering = .blocks,
        report: @escaping @Sendable (ReaderEvent) -> Void
    ) {
        let source = LiveSource(
            connecting: provider, keepingIn: timeShift, at: LivePace(of: listener), report: report)
        self.init(source, from: .zero, in: ProgrammeTime(), metering, report)
    }

    private init(
        _ source: LiveSource, from frame: FrameTime, in time: ProgrammeTime,
        _ metering: LoudnessMetering,
        _ report: @escaping @Sendable (ReaderEvent) -> Void
    ) {
        self.source = source
        self.time = time
        self.report = report
        store = SampleStore(capacity: ReaderWindow.frames, startingAt: frame)
        loudness = metering == .blocks ? LoudnessTrack(startingAt: frame) : nil
        source.pace.follow(store, in: time)
        cursor = source.timeShift.cursor(for: time.streamFrame(at: frame))
        ReaderThread.start(named: "live decoder") { self.run() }
    }

    /// The programme frames that ``jump(to:)`` can reach: from the oldest kept to the live edge.
    package var availableRange: FrameRange {
        let range = source.timeShift.availableRange
        return FrameRange(time.programmeFrame(of: range.start), time.programmeFrame(of: range.end))
    }

    /// The programme frame as which frame `frame` of the stream itself is heard; exact once that is
    /// decoded.
    package func programmeFrame(of frame: FrameTime) -> FrameTime {
        time.programmeFrame(of: frame)
    }

    /// The frame of the stream itself that is heard as programme frame `frame`.
    package func streamFrame(at frame: FrameTime) -> FrameTime { time.streamFrame(at: frame) }

    /// What the stream said that it plays at programme frame `frame`; `nil` if it has not said, or
    /// that is too long ago.
    package func title(at frame: FrameTime) -> String? {
        source.title(at: time.streamFrame(at: frame))
    }

    /// Calls `body` once everything before programme frame `frame` is there, or no more comes. From
    /// any thread, and instead of what was asked for before.
    ///
    /// What lies further ahead than the store has room for has to be received, not decoded.
    package func notify(whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        let decoded = ReaderWindow.end(of: store)
        guard frame > decoded else { return store.notify(whenReady: frame, body) }
        store.notify(whenReady: decoded) { [source, time] in
            source.notify(whenReceived: time.streamFrame(at: frame), body)
        }
    }

    /// Whether everything before programme frame `frame` was received, or no more comes.
    package func isReceived(before frame: FrameTime) -> Bool {
        source.isReceived(before: time.streamFrame(at: frame))
    }

    /// Calls `body` once that is so, decoded or not. From any thread, and instead of what was asked
    /// for before, of this reader or of one that it went on from.
    package func notify(whenReceived frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        source.receipts.set(time.streamFrame(at: frame), body)
        source.checkReceipts()
    }

    /// Goes on with the same stream from programme frame `frame` on, or from the nearest that is
    /// available, in a reader of its own. This one ends with it; its samples stay.
    package func jump(to frame: FrameTime) -> LiveReader {
        end(as: .succeeded)
        let range = availableRange
        let start = min(max(frame, range.start), range.end)
        return LiveReader(
            source, from: start, in: time.branch(at: start), loudness == nil ? .none : .blocks,
            report)
    }

    /// Is played a little faster until the listener is `frameCount` frames less behind live.
    package func catchUp(by frameCount: Int) { source.pace.catchUp(by: frameCount) }

    /// Lets go of the threads and, unless another reader went on with it, of the stream. The
    /// samples stay. Callable from any thread.
    package func stop() {
        if end(as: .stopped) == .reading { source.stop() }
    }

    /// Ends this reader's own thread. Returns what the reader was before.
    @discardableResult
    private func end(as last: Life) -> Life {
        let before = life.withLock { life in
            defer { if life == .reading { life = last } }
            return life
        }
        cursor.cancel()
        store.cancel()
        return before
    }
}

extension LiveReader {
    /// The thread's entry point.
    private func run() {
        do throws(DecodingError) {
            let figures = try decode()
            guard life.withLock({ $0 == .reading }) else { return }
            guard let figures else { return report(.leftBehind(oldest: availableRange.start)) }
            if let failure = source.timeShift.failure {
                report(.failed(failure))
                store.finish()
            } else {
                store.finish()
                report(.ended(store.end, figures))
            }
        } catch {
            guard life.withLock({ $0 == .reading }) else { return }
            report(.failed(source.timeShift.failure ?? error))
            store.finish()
        }
    }

    /// Decodes up to the stream's end, or to where it was left behind: then returns `nil`.
    private func decode() throws(DecodingError) -> DecodingFigures? {
        guard let first = cursor.next() else { throw .noSound }
        var stream = first.packet.stream
        var decoder = try AudioDecoder(stream, at: first.clock, entry: first.entry)
        var writer = ProgrammeWriter(
            store, measuringInto: loudness, in: time, at: source.pace, keptIn: source.timeShift)
        var news = DecoderNews(in: time, report: report)
        let clock = ContinuousClock()
        let start = clock.now
        var soundless = SoundlessRun()
        try decoder.decode(first.packet) { writer.write($0, at: $1) }
        while !writer.isCancelled, let next = cursor.next() {
            // Before the first sound nobody is left behind by what is missed.
            let isUnheard = store.start == .zero && decoder.figures.frames == 0
            guard next.missedCount == 0 || isUnheard else { return nil }
            let isOff = abs(decoder.now - next.clock.now) > Self.tolerance
            if next.packet.stream !== stream || isOff {
                stream = next.packet.stream
                try decoder.goOn(
                    with: stream, at: next.clock, entry: next.entry,
                    isOff ? .broken : next.succession
                ) { writer.write($0, at: $1) }
            }
            try decoder.decode(next.packet) { writer.write($0, at: $1) }
            try soundless.take(
                next.packet.byteCount, frameCount: decoder.figures.frames, at: clock.now - start)
            news.tell(of: decoder)
        }
        try decoder.finish { writer.write($0, at: $1) }
        writer.finish()
        news.tell(of: decoder)
        return decoder.figures
    }
}
