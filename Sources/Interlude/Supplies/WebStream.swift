import AudioDecoding
import MediaTime
import PCMAudio
import Platform
import Playout
import StreamFetching
import Synchronization

/// A source at an http(s) address: a live stream, or a recording with an end.
///
/// The headers of the server's response decide which; until then there are no samples.
final class WebStream: OpenStream {
    private let outlet: Outlet
    private let fetcher: LiveStreamFetcher
    private let name: String
    private let giveUp: Duration?
    private let reportFetching: @Sendable (FetchEvent) -> Void
    private let listener: ListenerPace
    private let resources: SessionOptions.Resources
    private let state: Mutex<State>

    private struct State {
        var reader: Reader?
        /// Loads the stream if it is one of HLS.
        var hls: HLSFetcher?
        /// The notification that waits for the store.
        var notice: (frame: FrameTime, body: @Sendable () -> Void)?
        var isClosed = false
    }

    fileprivate enum Reader {
        case live(LiveReader)
        case recording(FileReader)
    }

    /// Starts to connect. A recording is decoded from stream frame `frame` on. A live stream starts
    /// at its live edge; after a loss it is retried for `giveUp`, and its last `maxDelay` is kept.
    /// For `listener`, see ``LiveReader``.
    init(
        _ opener: StreamOpener, named name: String, from frame: FrameTime, giveUp: Duration?,
        maxDelay: Duration, for listener: ListenerPace, metering: LoudnessMetering,
        taking resources: SessionOptions.Resources,
        diagnostics: (@Sendable (String) -> Void)?,
        report: @escaping @Sendable (SourceEvent) -> Void
    ) {
        let outlet = Outlet(report, givingUpAfter: giveUp)
        self.outlet = outlet
        self.name = name
        self.giveUp = giveUp
        self.listener = listener
        self.resources = resources
        state = Mutex(State())
        reportFetching = { event in
            if let diagnostics, let words = event.diagnosis(of: name) { diagnostics(words) }
            outlet.send(event)
        }
        fetcher = LiveStreamFetcher(
            opener, policy: RetryPolicy(givingUpAfter: giveUp), report: reportFetching)
        do throws(ThreadFailure) {
            try PlatformThread.start(named: "web opener") {
                self.connect(from: frame, keeping: maxDelay, metering, diagnostics)
            }
        } catch {
            outlet.send(.failed(SessionFailure(error, of: name)))
        }
    }

    /// Takes over the connection of `other`.
    private init(after other: WebStream, _ reader: LiveReader) {
        outlet = other.outlet
        fetcher = other.fetcher
        name = other.name
        giveUp = other.giveUp
        reportFetching = other.reportFetching
        listener = other.listener
        resources = other.resources
        state = Mutex(State(reader: .live(reader), hls: other.state.withLock { $0.hls }))
    }

    /// The entry point of the opening thread.
    private func connect(
        from frame: FrameTime, keeping maxDelay: Duration, _ metering: LoudnessMetering,
        _ diagnostics: (@Sendable (String) -> Void)?
    ) {
        let live = { (provider: any ConnectionProvider, station: String?, pace: ListenerPace) in
            let (outlet, name) = (self.outlet, self.name)
            // What was read ahead has to be kept until it is decoded.
            let window = pace == .byDemand ? max(maxDelay, .seconds(300)) : maxDelay
            let timeShift = TimeShiftStore(window: window, passed: self.resources.keptPast)
            return LiveReader(
                connecting: provider, keepingIn: timeShift, for: pace, metering: metering,
                taking: self.resources.ofReader
            ) { event in
                if let words = event.diagnosis { diagnostics?(words) }
                outlet.send(event, as: .live, of: name, station: station)
            }
        }
        do {
            guard let first = try fetcher.nextConnection() else { return }
            guard !first.isLive else {
                return take(
                    .live(
                        live(BegunConnections(first, then: fetcher), first.headers.name, listener))
                )
            }
            let (outlet, name) = (outlet, name)
            take(
                .recording(
                    FileReader(
                        reading: RecordingReader(first, over: fetcher), from: frame,
                        metering: metering
                    ) {
                        outlet.send($0, as: .file, of: name, station: nil)
                    }))
        } catch let found as HLSDiscovery {
            do throws(SourceError) {
                let isVirtual = listener == .bySupply
                let segments = try HLSFetcher(
                    found, givingUpAfter: giveUp, loading: isVirtual ? .onDemand : .inRealTime,
                    report: reportFetching)
                state.withLock { $0.hls = segments }
                take(.live(live(segments, nil, isVirtual ? .byDemand : listener)))
            } catch {
                fail(error)
            }
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: any Error) {
        guard !state.withLock({ $0.isClosed }) else { return }
        outlet.send(.failed(SessionFailure(error, of: name)))
    }

    private func take(_ reader: Reader) {
        let (notice, isClosed) = state.withLock { state in
            state.reader = reader
            return (state.notice, state.isClosed)
        }
        if isClosed { return reader.stop() }
        if let notice { self.notify(whenReady: notice.frame, notice.body) }
    }
}

extension WebStream {
    var store: SampleStore? { state.withLock { $0.reader?.store } }
    var loudness: LoudnessTrack? { state.withLock { $0.reader?.loudness } }

    var liveEdge: FrameTime? {
        guard case .live(let reader)? = state.withLock({ $0.reader }) else { return nil }
        let received = reader.availableRange.end
        // The playlist of an HLS stream tells how much more there is.
        guard let distance = state.withLock({ $0.hls })?.distanceFromLive else { return received }
        return received + distance.frameCount
    }

    var arrivesOnDemand: Bool {
        listener == .bySupply && state.withLock({ $0.hls })?.isRecording == true
    }

    var reconnection: PlayerStatus.Reconnection? {
        let retries = state.withLock { $0.hls }?.retries ?? fetcher.retries
        // The first try counts while it is awaited.
        return retries.map { .init(tryCount: max(1, $0.count), remaining: $0.remainingTime) }
    }

    func isReceived(before frame: FrameTime) -> Bool {
        guard case .live(let reader)? = state.withLock({ $0.reader }) else { return true }
        return reader.isReceived(before: frame)
    }

    func notify(whenReceived frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        guard case .live(let reader)? = state.withLock({ $0.reader }) else { return body() }
        reader.notify(whenReceived: frame, body)
    }

    func programmeFrame(of frame: FrameTime) -> FrameTime {
        guard case .live(let reader)? = state.withLock({ $0.reader }) else { return frame }
        return reader.programmeFrame(of: frame)
    }

    func streamFrame(at frame: FrameTime) -> FrameTime {
        guard case .live(let reader)? = state.withLock({ $0.reader }) else { return frame }
        return reader.streamFrame(at: frame)
    }

    func title(at frame: FrameTime) -> String? {
        guard case .live(let reader)? = state.withLock({ $0.reader }) else { return nil }
        return reader.title(at: frame)
    }

    func artwork(at frame: FrameTime) -> String? {
        guard case .live(let reader)? = state.withLock({ $0.reader }) else { return nil }
        return reader.artwork(at: frame)
    }

    func notify(whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void) {
        let reader = state.withLock { state in
            if state.reader == nil { state.notice = (frame, body) }
            return state.reader
        }
        reader?.notify(whenReady: frame) { [weak self] in
            guard self?.arrivesOnDemand == true else { return body() }
            reader?.notify(whenReady: frame + EarlyCues.notice, body)
        }
    }

    func jump(
        to frame: FrameTime, report: @escaping @Sendable (SourceEvent) -> Void
    ) -> any OpenStream {
        guard case .live(let reader)? = state.withLock({ $0.reader }) else { return self }
        outlet.lead(to: report)
        return WebStream(after: self, reader.jump(to: frame))
    }

    func catchUp(by frameCount: Int) {
        guard case .live(let reader)? = state.withLock({ $0.reader }) else { return }
        reader.catchUp(by: frameCount)
    }

    func close() {
        let reader = state.withLock { state in
            state.isClosed = true
            return state.reader
        }
        if let reader { reader.stop() } else { fetcher.cancel() }
    }
}

extension WebStream.Reader {
    fileprivate var store: SampleStore {
        switch self {
        case .live(let reader): reader.store
        case .recording(let reader): reader.store
        }
    }

    fileprivate var loudness: LoudnessTrack? {
        switch self {
        case .live(let reader): reader.loudness
        case .recording(let reader): reader.loudness
        }
    }

    fileprivate func notify(
        whenReady frame: FrameTime, _ body: @escaping @Sendable () -> Void
    ) {
        switch self {
        case .live(let reader): reader.notify(whenReady: frame, body)
        case .recording(let reader): reader.notify(whenReady: frame, body)
        }
    }

    fileprivate func stop() {
        switch self {
        case .live(let reader): reader.stop()
        case .recording(let reader): reader.stop()
        }
    }
}

/// The connections of a fetcher whose first connection is already open.
private final class BegunConnections: ConnectionProvider {
    private let first: Mutex<HTTPStreamConnection?>
    private let rest: LiveStreamFetcher

    init(_ first: HTTPStreamConnection, then rest: LiveStreamFetcher) {
        self.first = Mutex(first)
        self.rest = rest
    }

    func nextConnection() throws -> HTTPStreamConnection? {
        if let begun = first.withLock({ $0.take() }) { return begun }
        return try rest.nextConnection()
    }

    func cancel() { rest.cancel() }
}

extension SessionOptions.Resources {
    /// How many bytes of a live stream are read at a time.
    var portion: Int {
        switch self {
        case .own: 1
        case .shared: 4096
        }
    }

    /// How much is kept of what was decoded of a live stream; `nil` for as much as may be.
    fileprivate var keptPast: Duration? {
        switch self {
        case .own: nil
        case .shared: .seconds(2)
        }
    }

    fileprivate var ofReader: ReaderResources {
        switch self {
        case .own: .own
        case .shared: .shared
        }
    }
}
