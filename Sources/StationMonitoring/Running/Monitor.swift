import Interlude
import MediaTime
import Synchronization

/// Watches the stations of a list until it is closed.
///
/// One task owns the stations and their alarms. Callable from any thread.
package final class Monitor: Sendable {
    /// How often alarms are looked for.
    private static let interval = Duration.milliseconds(500)
    /// How long the webhook's queue and the server's connections may take to close.
    private static let closeLimit = Duration.seconds(2)

    let surroundings: Surroundings
    private let messages: AsyncStream<Message>
    private let inbox: AsyncStream<Message>.Continuation
    private let shown: Mutex<MonitorSnapshot>
    let clock = MonitorClock()

    private enum Message: Sendable {
        case tick
        case reload(StationList)
        case close
    }

    /// The receivers of notices and snapshots. One task calls them, and they may block it.
    package struct Surroundings: Sendable {
        package var version: String
        package var environment: [String: String]
        /// Gets each alarm that is raised or cleared. Returns `false` to end the monitor.
        package var onNotice: @Sendable (AlarmNotice) -> Bool
        /// Gets all stations, twice a second.
        package var onChange: @Sendable (MonitorSnapshot) -> Void
        /// Gets a line about something else that a person should know, on any thread.
        package var say: @Sendable (String) -> Void

        package init(
            version: String, environment: [String: String],
            onNotice: @escaping @Sendable (AlarmNotice) -> Bool,
            onChange: @escaping @Sendable (MonitorSnapshot) -> Void,
            say: @escaping @Sendable (String) -> Void
        ) {
            self.version = version
            self.environment = environment
            self.onNotice = onNotice
            self.onChange = onChange
            self.say = say
        }
    }

    /// The stations that are watched, and their alarms.
    struct Watching {
        var list: StationList
        /// In the order of the list.
        var runs: [StationRun] = []
        /// `nil` if all stations of the list are watched here.
        var leases: StationLeases?
        var ticksToLeases = 0
        var book = AlarmBook()
        var webhook: Webhook?
        /// Those of all webhooks so far.
        var webhookCounts = MonitorSnapshot.WebhookCounts()
        /// The ends of sessions of stations that are no longer in the list.
        var endings: [Task<Void, Never>] = []
    }

    package init(_ surroundings: Surroundings) {
        self.surroundings = surroundings
        (messages, inbox) = AsyncStream.makeStream(of: Message.self)
        shown = Mutex(MonitorSnapshot(at: clock.now))
    }

    /// The stations at the last look.
    package var snapshot: MonitorSnapshot { shown.withLock { $0 } }

    /// Watches the stations of `list`, until ``close()``. Call once.
    ///
    /// Throws a ``MonitorFailure`` if the page cannot be served, or a log or a lease not be written.
    package func run(_ list: StationList) async throws {
        var watching = Watching(list: list)
        // Before anything begins. With leases, this shows that the logs can be written.
        watching.runs = try list.stations.map { try run(of: $0, in: list) }
        watching.leases = try leases(of: list)
        var server: MonitorPageServer?
        if let address = list.listen {
            let opened = try await MonitorPageServer(at: address) { self.snapshot }
            surroundings.say("page: \(opened.address)")
            server = opened
        }
        watching.webhook = webhook(of: list, after: watching.webhookCounts)
        if watching.leases == nil {
            for run in watching.runs { run.start() }
        } else {
            watching.runs = []
        }
        var nextTick = tick(after: .zero)
        loop: for await message in messages {
            switch message {
            case .tick:
                share(&watching)
                look(&watching)
                // Afterwards: ticks must not pile up behind a look that blocks.
                nextTick = tick(after: Self.interval)
            case .reload(let next):
                let list = next.keepingPlaces(of: watching.list)
                if list != next {
                    surroundings.say(
                        "a change of listen or logs takes effect when the monitor is restarted")
                }
                await apply(list, &watching)
            case .close: break loop
            }
        }
        nextTick.cancel()
        // At first, so that others take each station as soon as it is not watched here.
        watching.leases?.leave()
        await Self.stop(watching.runs)
        for ending in watching.endings { await ending.value }
        await server?.close(within: Self.closeLimit)
        await watching.webhook?.close(within: Self.closeLimit)
    }

    /// Watches the stations of `list` from now on. The sessions of stations that stay go on.
    package func reload(_ list: StationList) { inbox.yield(.reload(list)) }

    /// Ends all sessions. ``run(_:)`` returns once they have ended.
    package func close() { inbox.yield(.close) }

    private func tick(after pause: Duration) -> Task<Void, Never> {
        Task { [inbox] in
            do {
                try await Task.sleep(for: pause)
                inbox.yield(.tick)
            } catch {
                // It was cancelled.
            }
        }
    }

    private func run(
        of station: WatchedStation, in list: StationList, _ lease: StationLease? = nil
    ) throws(MonitorFailure) -> StationRun {
        var log: StationLog?
        if let folder = list.logFolder {
            log = try StationLog(of: station.name, in: folder, say: surroundings.say)
        }
        return StationRun(
            station, version: surroundings.version, clock: clock, log: log, lease: lease)
    }

    private func webhook(
        of list: StationList, after counts: MonitorSnapshot.WebhookCounts
    ) -> Webhook? {
        list.webhook.flatMap {
            Webhook(
                $0, environment: surroundings.environment, counts: counts, say: surroundings.say)
        }
    }

    /// Looks for alarms at all stations.
    private func look(_ watching: inout Watching) {
        let now = clock.now
        var snapshot = MonitorSnapshot(at: now)
        for run in watching.runs {
            var (station, findings) = run.reading(at: now)
            tell(watching.book.note(findings, of: run.name, at: now), watching.webhook)
            station.alarms = watching.book.alarms(of: run.name)
            station.raisedCounts = watching.book.raisedCounts(of: run.name)
            run.keep(station.alarms, station.raisedCounts)
            snapshot.stations.append(station)
        }
        watching.webhookCounts = watching.webhook?.counts ?? watching.webhookCounts
        snapshot.webhook = watching.webhookCounts
        shown.withLock { $0 = snapshot }
        surroundings.onChange(snapshot)
    }

    private func tell(_ notices: [AlarmNotice], _ webhook: Webhook?) {
        for notice in notices {
            if !surroundings.onNotice(notice) { close() }
            webhook?.send(notice)
        }
    }

    /// Makes `next` the list that is watched, which has the places of the present one.
    private func apply(_ next: StationList, _ watching: inout Watching) async {
        let old = watching.list
        if next.webhook != old.webhook {
            await watching.webhook?.close(within: Self.closeLimit)
            watching.webhookCounts = watching.webhook?.counts ?? watching.webhookCounts
            watching.webhook = webhook(of: next, after: watching.webhookCounts)
        }
        let changes = StationChanges(from: old.stations, to: next.stations)
        let removed = Set(changes.removed)
        let ended = watching.runs.filter { removed.contains($0.name) }
        for run in ended { run.keep([], watching.book.raisedCounts(of: run.name)) }
        let notices = changes.removed.flatMap { watching.book.forget($0, at: clock.now) }
        // The other stations are watched meanwhile.
        if !ended.isEmpty { watching.endings.append(Task { await Self.stop(ended) }) }
        watching.leases?.setStations(next.stations.map(\.name), ended: changes.removed)
        var runs: [String: StationRun] = [:]
        for run in watching.runs where !removed.contains(run.name) {
            runs[run.name] = run
            // It may have been rotated.
            run.log?.reopen()
        }
        for station in changes.kept { runs[station.name]?.setLimits(station.limits) }
        // With leases, each begins once its lease is there.
        for station in changes.added where watching.leases == nil {
            let run = begun(station, in: next)
            run.start()
            runs[station.name] = run
        }
        watching.list = next
        watching.runs = next.stations.compactMap { runs[$0.name] }
        // A reader of the notices finds the new list at the server.
        look(&watching)
        tell(notices, watching.webhook)
    }

    /// A station without a log if that cannot be written.
    func begun(
        _ station: WatchedStation, in list: StationList, _ lease: StationLease? = nil
    ) -> StationRun {
        do throws(MonitorFailure) {
            return try run(of: station, in: list, lease)
        } catch {
            surroundings.say("\(error)")
            return StationRun(
                station, version: surroundings.version, clock: clock, log: nil, lease: lease)
        }
    }

    static func stop(_ runs: [StationRun]) async {
        await withTaskGroup(of: Void.self) { group in
            for run in runs { group.addTask { await run.stop() } }
        }
    }
}
