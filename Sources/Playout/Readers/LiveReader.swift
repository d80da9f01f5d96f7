import AudioDecoding
import MediaTime
import PCMAudio
import Platform
import StreamFetching

/// Decodes a live stream into a window of samples, at the live edge or behind it.
///
/// Two threads: one reads the network and never waits for the other, which decodes as far ahead as
/// the window has room. Runs until the stream's end, a failure, or ``stop()``, which must be
/// called. If no samples are consumed for longer than the stream is kept, the reader falls behind
/// the time-shift window. It reports that, and only ``jump(to:)`` continues from there.
///
/// For streams that arrive in real time, except for a burst at the beginning. A recording arrives
/// as fast as the network allows, and the time-shift store would keep only its end: use
/// ``FileReader`` for those.
package final class LiveReader: Sendable {
    private enum Life {
        case reading
        /// Another reader has taken over the source.
        case succeeded
        case stopped
    }

    /// The stream's samples, addressed by programme frame.
    ///
    /// Everything else here uses programme frames too. They equal stream frames until the first
    /// drift correction.
    package let store: SampleStore

    /// The loudness of the samples from the store's first frame on; `nil` if it is not measured.
    package let loudness: LoudnessTrack?

    private let source: LiveSource
    private let time: ProgrammeTime
    private let cursor: TimeShiftCursor
    private let report: @Sendable (ReaderEvent) -> Void
    private let life = Guarded(Life.reading)

    /// How far a decoder may be off stream time before it is corrected: damage that does not show
    /// in any packet adds up.
    private static let tolerance = FrameTime.rate / 10

    /// Starts connecting through `provider`. Returns at once.
    ///
    /// A `listener` with a clock of its own keeps its distance from the live edge, even if that
    /// clock differs from the station's. `report` is called on the threads of this reader and of
    /// its successors.
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
        do throws(ThreadFailure) {
            try PlatformThread.start(named: "live decoder") { self.run() }
        } catch {
            report(.failed(error))
            store.finish()
        }
    }

    /// The programme frames that ``jump(to:)`` can reach: from the oldest one kept to the live
    /// edge.
    package var availableRange: FrameRange {
        let range = source.timeShift.availableRange
        return FrameRange(time.programmeFrame(of: range.start), time.programmeFrame(of: range.end))
    }

    /// The programme frame of stream frame `frame`; exact once that is decoded.
    package func programmeFrame(of frame: FrameTime) -> FrameTime {
        time.programmeFrame(of: frame)
    }

    /// The stream frame that plays as programme frame `frame`.
    package func streamFrame(at frame: FrameTime) -> FrameTime { time.streamFrame(at: frame) }

    /// The stream's title at programme frame `frame`; `nil` if it sent none, or if that is too long
    /// ago.
    package func title(at frame: FrameTime) -> String? {
        source.title(at: time.streamFrame(at: frame))
    }

    /// The address that the stream sent with its title at programme frame `frame`; `nil` for none.
    package func artwork(at frame: FrameTime) -> String? {
        source.artwork(at: time.streamFrame(at: frame))
    }

    /// Calls `body` once everything before programme frame `frame` is available, or no more comes.
    /// Replaces an earlier request. Callable from any thread; calls `body` on any thread.
    ///
    /// Frames further ahead than the store has room for must only be received, not decoded.
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

    /// Calls `body` once everything before programme frame `frame` was received, or no more comes.
    /// Replaces an earlier request to this reader or to its predecessors. Callable from any thread;
    /// calls `body` on any thread.
    package func notify(whenReceived frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        source.notify(whenReceipted: time.streamFrame(at: frame), body)
    }

    /// Returns a new reader that continues the same stream from programme frame `frame`, or from
    /// the nearest available one. This reader ends; its samples stay.
    package func jump(to frame: FrameTime) -> LiveReader {
        end(as: .succeeded)
        let range = availableRange
        let start = min(max(frame, range.start), range.end)
        return LiveReader(
            source, from: start, in: time.branch(at: start), loudness == nil ? .none : .blocks,
            report)
    }

    /// Plays a little faster until the listener is `frameCount` frames closer to the live edge.
    package func catchUp(by frameCount: Int) { source.pace.catchUp(by: frameCount) }

    /// Ends the threads and, unless another reader has taken it over, the stream. The samples stay.
    /// Callable from any thread.
    package func stop() {
        if end(as: .stopped) == .reading { source.stop() }
    }

    /// Ends this reader's own thread. Returns the previous state.
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
                // Report first, as `FileReader` does.
                report(.ended(store.readyEnd, figures))
                store.finish()
            }
        } catch {
            guard life.withLock({ $0 == .reading }) else { return }
            report(.failed(source.timeShift.failure ?? error))
            store.finish()
        }
    }

    /// Decodes up to the stream's end. Returns `nil` if it has fallen behind the time-shift window.
    private func decode() throws(DecodingError) -> DecodingFigures? {
        guard let first = cursor.next() else { throw .noSound }
        var stream = first.packet.stream
        var decoder = try AudioDecoder(stream, at: first.clock, entry: first.entry)
        var writer = ProgrammeWriter(
            store, measuringInto: loudness, in: time, at: source.pace, keptIn: source.timeShift)
        var events = DecoderEvents(in: time, report: report)
        let clock = ContinuousClock()
        let start = clock.now
        var soundless = SoundlessRun()
        try decoder.decode(first.packet) { writer.write($0, at: $1) }
        while !writer.isCancelled, let next = cursor.next() {
            source.noteDecoded(next.clock.now)
            // Before the first audio, missed packets do not count as falling behind.
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
            events.reportChanges(of: decoder)
        }
        try decoder.finish { writer.write($0, at: $1) }
        writer.finish()
        events.reportChanges(of: decoder)
        return decoder.figures
    }
}
