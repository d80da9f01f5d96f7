import Interlude
import Synchronization

@testable import StationMonitoring

/// A monitor that watches a list, and what it has told.
final class RunningMonitor: Sendable {
    let monitor: Monitor
    private let told: Told
    private let run: Task<Void, any Error>

    /// What a monitor tells, on any thread.
    private final class Told: Sendable {
        let snapshots: AsyncStream<MonitorSnapshot>
        let teller: AsyncStream<MonitorSnapshot>.Continuation
        let state = Mutex(State())

        struct State {
            var notices: [AlarmNotice] = []
            var lines: [String] = []
        }

        init() {
            (snapshots, teller) = AsyncStream.makeStream(of: MonitorSnapshot.self)
        }
    }

    /// Begins to watch `list`. `goesOn` says of each notice whether the monitor goes on.
    init(
        _ list: StationList, goesOn: @escaping @Sendable (AlarmNotice) -> Bool = { _ in true }
    ) {
        let told = Told()
        let monitor = Monitor(
            Monitor.Surroundings(
                version: "1.2.3", environment: [:],
                onNotice: { notice in
                    told.state.withLock { $0.notices.append(notice) }
                    return goesOn(notice)
                },
                onChange: { snapshot in _ = told.teller.yield(snapshot) },
                say: { line in told.state.withLock { $0.lines.append(line) } }))
        (self.monitor, self.told) = (monitor, told)
        run = Task {
            defer { told.teller.finish() }
            try await monitor.run(list)
        }
    }

    /// The changes of alarms so far: `down raised a`.
    var changes: [String] {
        told.state.withLock { state in
            state.notices.map {
                "\($0.finding.kind.rawValue) \($0.change.rawValue) \($0.station)"
            }
        }
    }

    /// The lines for people so far.
    var lines: [String] { told.state.withLock { $0.lines } }

    /// The next snapshot that `isWanted`; `nil` if the monitor has ended before.
    func snapshot(
        where isWanted: (MonitorSnapshot) -> Bool = { _ in true }
    ) async -> MonitorSnapshot? {
        for await snapshot in told.snapshots where isWanted(snapshot) { return snapshot }
        return nil
    }

    /// Waits until the monitor has ended.
    func ended() async throws { try await run.value }

    /// Closes the monitor, and waits until it has ended.
    func close() async throws {
        monitor.close()
        try await ended()
    }
}
