import AudioDecoding
import Dispatch
import MediaTime
import PCMAudio
import Platform
import StreamFetching

/// Decodes a live stream into a window of samples, at the live edge or behind it.
///
/// Two threads: one reads the network and never waits for the other, which decodes as far ahead as
/// the window has room; with ``ReaderResources/shared`` that is a queue. Runs until the stream's
/// end, a failure, or ``stop()``, which must be called. If no samples are consumed for longer than
/// the stream is kept, the reader falls behind the time-shift window. It reports that, and only
/// ``jump(to:)`` continues from there.
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

    private let resources: ReaderResources
    private let source: LiveSource
    private let time: ProgrammeTime
    private let cursor: TimeShiftCursor
    private let report: @Sendable (ReaderEvent) -> Void
    private let life = Guarded(Life.reading)

    /// Starts connecting through `provider`. Returns at once.
    ///
    /// A `listener` with a clock of its own keeps its distance from the live edge, even if that
    /// clock differs from the station's. `report` is called on the threads of this reader and of
    /// its successors.
    package convenience init(
        connecting provider: any ConnectionProvider,
        keepingIn timeShift: TimeShiftStore = TimeShiftStore(),
        for listener: ListenerPace, metering: LoudnessMetering = .blocks,
        taking resources: ReaderResources = .own,
        report: @escaping @Sendable (ReaderEvent) -> Void
    ) {
        let source = LiveSource(
            connecting: provider, keepingIn: timeShift, at: LivePace(of: listener), report: report)
        self.init(source, from: .zero, in: ProgrammeTime(), metering, resources, report)
    }

    private init(
        _ source: LiveSource, from frame: FrameTime, in time: ProgrammeTime,
        _ metering: LoudnessMetering, _ resources: ReaderResources,
        _ report: @escaping @Sendable (ReaderEvent) -> Void
    ) {
        self.source = source
        self.time = time
        self.report = report
        self.resources = resources
        let turns = resources == .shared ? DecodingTurns() : nil
        var call: (@Sendable () -> Void)?
        if let turns { call = { turns.request() } }
        store = SampleStore(
            capacity: resources.window.frameCount, startingAt: frame, countedBy: nil,
            callingForSamples: call)
        loudness = metering == .blocks ? LoudnessTrack(startingAt: frame) : nil
        source.pace.follow(store, in: time)
        cursor = source.timeShift.cursor(
            for: time.streamFrame(at: frame), callingForPackets: call)
        if let turns {
            turns.begin(of: self)
            return
        }
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
        let decoded = resources.window.end(of: store)
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
            resources, report)
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
    /// The entry point of a thread.
    private func run() {
        do throws(DecodingError) {
            guard let first = cursor.next() else { throw .noSound }
            var decoding = try begin(with: first)
            while !decoding.isCancelled, let next = cursor.next() {
                guard try decoding.take(next) else { return reportLeftBehind() }
            }
            reportEnd(try decoding.finish())
        } catch {
            reportFailure(error)
        }
    }

    /// Decodes the packets that have arrived, as far as there is room. Returns `false` after the last
    /// one. Instead of ``run()``, on one thread at a time; `decoding` is `nil` at first.
    fileprivate func takeTurn(_ decoding: inout LiveDecoding?) -> Bool {
        do throws(DecodingError) {
            while store.needsSamples, cursor.isReady {
                guard let next = cursor.next() else {
                    guard let figures = try decoding?.finish() else { throw .noSound }
                    reportEnd(figures)
                    return false
                }
                if decoding == nil {
                    decoding = try begin(with: next)
                } else if try decoding?.take(next) == false {
                    reportLeftBehind()
                    return false
                }
            }
            return true
        } catch {
            reportFailure(error)
            return false
        }
    }

    private func begin(with first: borrowing TimedPacket) throws(DecodingError) -> LiveDecoding {
        try LiveDecoding(
            beginningWith: first, of: source,
            ProgrammeWriter(
                store, measuringInto: loudness, in: time, at: source.pace,
                keptIn: source.timeShift, correctedBy: resources.correction),
            DecoderEvents(in: time, report: report))
    }

    private var isReading: Bool { life.withLock { $0 == .reading } }

    private func reportLeftBehind() {
        if isReading { report(.leftBehind(oldest: availableRange.start)) }
    }

    private func reportEnd(_ figures: DecodingFigures) {
        guard isReading else { return }
        // Report first, as `FileReader` does.
        if let failure = source.timeShift.failure {
            report(.failed(failure))
        } else {
            report(.ended(store.readyEnd, figures))
        }
        store.finish()
    }

    private func reportFailure(_ error: DecodingError) {
        guard isReading else { return }
        report(.failed(source.timeShift.failure ?? error))
        store.finish()
    }
}

/// The turns of a reader on the threads that all queues of the process share.
private final class DecodingTurns: @unchecked Sendable {
    // @unchecked Sendable: both are used on the queue only, which is serial.
    private var reader: LiveReader?
    private var decoding: LiveDecoding?
    /// Has a thread whenever it needs one: a turn may wait for room, after a gap or with a large
    /// packet, and whole spots are decoded on the threads of the global queues.
    private let queue = DispatchQueue(label: "live decoder", qos: .userInitiated)

    /// Takes turns of `reader`, from now on and whenever one is requested, until its last one.
    func begin(of reader: LiveReader) {
        queue.async {
            self.reader = reader
            self.takeTurn()
        }
    }

    /// Requests another turn. Callable from any thread; does not block.
    func request() { queue.async { self.takeTurn() } }

    private func takeTurn() {
        guard let reader, !reader.takeTurn(&decoding) else { return }
        self.reader = nil
        decoding = nil
    }
}
