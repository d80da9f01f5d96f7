import Interlude
import PlainText
import Synchronization

/// Watches one station with sessions that play to nowhere, one after the other.
///
/// Callable from any thread.
final class StationRun: AudioSessionDelegate {
    let name: String
    let log: StationLog?
    private let stream: WatchedStream
    /// The source, for display.
    private let source: String
    private let version: String
    private let clock: MonitorClock
    private let restartClock: any Clock<Duration>
    private let lease: StationLease?
    private let state: Mutex<State>

    private struct State {
        var watch: StationWatch
        var session: AudioSession?
        /// Whether the present session has played.
        var hasPlayed = false
        var isStopped = false
        /// What is kept of the station for another process.
        var memory = StationMemory()
        var work: Task<Void, Never>?
    }

    /// `restartClock` measures the pauses between sessions. With a `lease`, goes on from what is
    /// known of the station, and keeps there what it learns.
    init(
        _ station: WatchedStation, version: String, clock: MonitorClock, log: StationLog?,
        lease: StationLease? = nil, restartClock: any Clock<Duration> = ContinuousClock()
    ) {
        name = station.name
        stream = station.stream
        source = station.stream.configuration.source.withoutUserInfo
        self.version = version
        self.clock = clock
        self.log = log
        self.restartClock = restartClock
        self.lease = lease
        let memory = lease?.memory ?? StationMemory()
        let watch = StationWatch(station.limits, at: clock.now, memory: memory)
        state = Mutex(State(watch: watch, memory: memory))
    }

    /// Begins to play. Call once.
    func start() {
        state.withLock { $0.work = Task { await self.keepPlaying() } }
    }

    /// Ends the session, waits for its end, and lets another process watch the station.
    func stop() async {
        let (session, work) = state.withLock { state in
            state.isStopped = true
            return (state.session, state.work)
        }
        session?.send(.stop) { _ in }
        // It may wait for its next session.
        work?.cancel()
        await work?.value
        lease?.release()
    }

    /// Keeps the alarms that stand for another process, and how often each was raised.
    func keep(_ alarms: [AlarmFinding], _ raisedCounts: [AlarmKind: Int]) {
        guard let lease else { return }
        state.withLock { state in
            // How far they exceed their limits by now is found again.
            if state.memory.alarms.map(\.kind) != alarms.map(\.kind) {
                state.memory.alarms = alarms
            }
            state.memory.raisedCounts = raisedCounts
            lease.keep(state.memory)
        }
    }

    /// Watches with these limits from now on.
    func setLimits(_ limits: AlarmLimits) {
        state.withLock { $0.watch.limits = limits }
    }

    /// The station at `now`, without its alarms, and the limits that are exceeded.
    func reading(at now: UTCTime) -> (MonitorSnapshot.Station, [AlarmFinding]) {
        let watch = state.withLock { $0.watch }
        let station = MonitorSnapshot.Station(
            name: name, source: source, figures: watch.figures, stateSince: watch.stateSince)
        return (station, watch.findings(at: now))
    }

    private func keepPlaying() async {
        var pauses = RestartPauses()
        while let session = begin() {
            do {
                try session.play()
            } catch {
                // The end of the session has the reason.
            }
            let end = await session.ended()
            let now = clock.now
            let hasPlayed = change { state -> (Bool?, [EventRecord]) in
                guard !state.isStopped else { return (nil, []) }
                let records = state.watch.take(end, at: now)
                return (state.hasPlayed, records)
            }
            guard let hasPlayed else { return }
            do {
                try await restartClock.sleep(for: pauses.next(afterPlaying: hasPlayed))
            } catch {
                return
            }
        }
    }

    /// The next session; `nil` if there is to be none.
    private func begin() -> AudioSession? {
        var configuration = stream.configuration
        configuration.label = SessionLabel(
            version: version, sink: "null", clock: "real", startTime: clock.now.text)
        let session = AudioSession(
            configuration, output: AudioOutput(.null, clock: .real), options: stream.options)
        session.addDelegate(self)
        return state.withLock { state in
            guard !state.isStopped else { return nil }
            state.session = session
            state.hasPlayed = false
            state.watch.beginSession(at: clock.now)
            return session
        }
    }

    func onEvent(_ record: EventRecord) {
        let now = clock.now
        change { ((), $0.watch.take(record, at: now)) }
    }

    /// Changes what is known of the station, keeps it, and then logs the events that `body` returns.
    private func change<Result: Sendable>(
        _ body: (inout State) -> (Result, [EventRecord])
    ) -> Result {
        let (result, records) = state.withLock { state in
            let (result, records) = body(&state)
            if let lease {
                (state.memory.figures, state.memory.breaks) = state.watch.counts
                lease.keep(state.memory)
            }
            return (result, records)
        }
        for record in records { log?.write(record) }
        return result
    }

    func onStatusUpdate(_ status: PlayerStatus) {
        let now = clock.now
        state.withLock { state in
            // The end of a session is taken by itself.
            guard status.state != .stopped else { return }
            if status.state == .playing { state.hasPlayed = true }
            state.watch.take(status, at: now)
        }
    }

    func onLevelMeasured(_ level: HeardLevel) {
        let now = clock.now
        state.withLock { $0.watch.take(level, at: now) }
    }
}
