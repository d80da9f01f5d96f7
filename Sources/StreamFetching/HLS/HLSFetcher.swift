import AdCues
import DequeModule
import Dispatch
import HLSPlaylists
import HLSStreaming
import HTTPAccess
import MediaTime
import Synchronization

/// Provides a reading thread with the media of an HLS stream.
///
/// A task of its own carries out what ``HLSClient`` decides.
package final class HLSFetcher: ConnectionProvider {
    struct State {
        var client: HLSClient
        /// Connections that the reader has not requested yet.
        var ready: Deque<HLSConnection> = []
        /// The connection that the reader has.
        var given: HLSConnection?
        /// The connection to which media is added, and its run.
        var filled: (connection: HLSConnection, run: Int)?
        var ending: Result<Void, any Error>?
        var isReaderWaiting = false
        var isCancelled = false
        var task: Task<Void, Never>?
        /// Why the last load failed; `nil` once media arrives again.
        var failure: FetchFailure?
    }

    let loader: HLSLoader
    let stopwatch: Stopwatch
    let clock: any Clock<Duration>
    let report: @Sendable (FetchEvent) -> Void
    let state: Mutex<State>
    /// Reads the metadata of the segments, one after another.
    let reader = Mutex(SegmentReader())
    let events: AsyncStream<HLSClient.Event>
    let feed: AsyncStream<HLSClient.Event>.Continuation
    /// The stream's own address, for messages.
    let place: String
    private let readerBell = DispatchSemaphore(value: 0)

    /// Begins to load the stream that was found, and to try again for `limit` if it is lost (`nil`:
    /// without limit). `clock` measures all times. `report` is called on any thread, in order.
    package init(
        _ found: HLSDiscovery, givingUpAfter limit: Duration?,
        loading pacing: LoadPacing = .inRealTime,
        clock: any Clock<Duration> = ContinuousClock(),
        report: @escaping @Sendable (FetchEvent) -> Void
    ) throws(SourceError) {
        place = found.document.address.description
        self.clock = clock
        self.report = report
        stopwatch = Stopwatch(clock)
        (events, feed) = AsyncStream.makeStream()
        let playlist = try found.playlist()
        do throws(HLSFailure) {
            let client = try HLSClient(
                playlist, givingUpAfter: limit, loading: pacing, at: stopwatch.elapsed)
            loader = HLSLoader(found, playlist, choices: client.playlists)
            state = Mutex(State(client: client))
        } catch {
            throw .HLS(place, error)
        }
        let task = Task { [weak self] in
            guard let run = self?.run else { return }
            await run()
        }
        state.withLock { $0.task = task }
    }

    /// The tries since the stream was lost, and for how long they continue, with `nil` for no
    /// limit; `nil` if it is not lost. Callable from any thread.
    package var retries: (count: Int, remainingTime: Duration?)? {
        let now = stopwatch.elapsed
        return state.withLock { state in
            state.client.retries(at: now).map { ($0.count, $0.remaining) }
        }
    }

    /// How far live is from the end of what was loaded; `nil` for a recording. Callable from any
    /// thread.
    package var distanceFromLive: Duration? {
        let now = stopwatch.elapsed
        return state.withLock { $0.client.distanceFromEnd(at: now) }
    }

    /// Whether the stream is a recording; `false` while that is not known. Callable from any thread.
    package var isRecording: Bool { state.withLock { $0.client.isRecording } }

    /// Blocks until there is media of another run than the last connection's. Ends that connection
    /// if it has not ended: the reader cannot use the rest.
    package func nextConnection() throws -> HLSConnection? {
        let isAbandoned = state.withLock { state in
            guard let given = state.given.take(), !given.isFinished else { return false }
            given.cancel()
            if state.filled?.connection === given { state.filled = nil }
            return true
        }
        if isAbandoned { feed.yield(.abandoned) }
        while true {
            let next: Result<HLSConnection?, any Error>? = state.withLock { state in
                if state.isCancelled { return .failure(CancellationError()) }
                if let connection = state.ready.popFirst() {
                    state.given = connection
                    return .success(connection)
                }
                if let ending = state.ending { return ending.map { nil } }
                state.isReaderWaiting = true
                return nil
            }
            if let next { return try next.get() }
            readerBell.wait()
        }
    }

    package func cancel() {
        let (task, connections) = state.withLock { state in
            state.isCancelled = true
            wakeReader(&state)
            let all =
                Array(state.ready) + [state.given, state.filled?.connection].compactMap(\.self)
            return (state.task, all)
        }
        task?.cancel()
        feed.finish()
        for connection in connections { connection.cancel() }
    }

    func wakeReader(_ state: inout State) {
        guard state.isReaderWaiting else { return }
        state.isReaderWaiting = false
        readerBell.signal()
    }
}

extension HLSFetcher {
    /// The connection for media of `run`; ends the one of another run.
    func connection(for request: MediaRequest) -> (connection: HLSConnection, isNew: Bool) {
        state.withLock { state in
            if let filled = state.filled, filled.run == request.run {
                return (filled.connection, false)
            }
            state.filled?.connection.finish()
            let continuity: Continuity =
                switch request.joint {
                case .continued: .continued
                case .interrupted: .interrupted
                }
            let connection = HLSConnection(continuity) { [weak self] connection, shortage in
                self?.note(shortage, of: connection)
            }
            state.filled = (connection, request.run)
            return (connection, true)
        }
    }

    /// Gives `connection` to the reader, which has not seen it yet.
    func enqueue(_ connection: HLSConnection) {
        state.withLock { state in
            state.ready.append(connection)
            wakeReader(&state)
        }
    }

    /// Ends the last connection and the stream.
    func end(with ending: Result<Void, any Error>) {
        state.withLock { state in
            state.filled?.connection.finish()
            state.filled = nil
            state.ending = ending
            wakeReader(&state)
        }
    }

    private func note(_ shortage: Shortage, of connection: HLSConnection) {
        switch shortage {
        case .slowness: feed.yield(.shortage)
        case .silence, .repetition:
            connection.finish(throwing: FetchFailure.short(shortage, address: place))
            state.withLock { if $0.filled?.connection === connection { $0.filled = nil } }
            feed.yield(.abandoned)
        }
    }
}
