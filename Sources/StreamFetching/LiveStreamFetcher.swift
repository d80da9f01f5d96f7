import Dispatch
import HTTPAccess
import Synchronization

/// Provides a reading thread with successive connections to a stream.
package final class LiveStreamFetcher: Sendable {
    private struct State {
        var policy: RetryPolicy
        var random: any RandomNumberGenerator & Sendable
        /// Tries since audio last arrived.
        var attempt = 0
        /// The tries before the audio that arrived last, which may not count.
        var formerAttempt = 0
        /// Whether nothing has arrived since a connection was lost.
        var isLost = false
        var connection: HTTPStreamConnection?
        var task: Task<Void, Never>?
        var isCancelled = false

        /// Counts on if the audio of the lost connection does not count.
        mutating func lose(because failure: FetchFailure) {
            isLost = true
            guard attempt == 0 else { return }
            if failure.leavesOutAudio { attempt = formerAttempt }
            formerAttempt = 0
        }
    }

    private let opener: StreamOpener
    private let clock: any Clock<Duration>
    let stopwatch: Stopwatch
    let report: @Sendable (FetchEvent) -> Void
    private let state: Mutex<State>

    /// `clock` measures the waits between tries. `report` is called on any thread, in order.
    package init(
        _ opener: StreamOpener, policy: RetryPolicy,
        clock: any Clock<Duration> = ContinuousClock(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        report: @escaping @Sendable (FetchEvent) -> Void
    ) {
        self.opener = opener
        self.clock = clock
        stopwatch = Stopwatch(clock)
        self.report = report
        state = Mutex(State(policy: policy, random: random))
    }

    /// Blocks until there is a connection, which replaces the last one.
    ///
    /// Call it once to start, and again whenever the last connection has ended, thrown, or
    /// delivered undecodable data. Returns `nil` when a stream that is not live was read to its
    /// end. Throws the last ``FetchFailure`` when the policy gives up, and `CancellationError`
    /// after ``cancel()``. For one thread at a time, which must not belong to Swift concurrency.
    package func nextConnection() throws -> HTTPStreamConnection? {
        try whenDone { try await self.connect() }
    }

    /// Blocks until `work` is done, which ``cancel()`` cancels. For one thread at a time, which
    /// must not belong to Swift concurrency.
    func whenDone(
        _ work: @escaping @Sendable () async throws -> HTTPStreamConnection?
    ) throws -> HTTPStreamConnection? {
        let answer = Answer()
        let done = DispatchSemaphore(value: 0)
        let isCancelled = state.withLock { state in
            guard !state.isCancelled else { return true }
            state.task = Task {
                do {
                    answer.set(.success(try await work()))
                } catch {
                    answer.set(.failure(error))
                }
                done.signal()
            }
            return false
        }
        guard !isCancelled else { throw CancellationError() }
        done.wait()
        return try answer.get()
    }

    /// The tries of a stream that is away, 0 while the first is awaited, and for how long they may
    /// continue, with `nil` for no limit; `nil` if it is not away. Audio that arrives may not count,
    /// so it ends them only when its connection is lost. Callable from any thread.
    package var retries: (count: Int, remainingTime: Duration?)? {
        let now = stopwatch.elapsed
        return state.withLock { state in
            let count = state.attempt == 0 ? state.formerAttempt : state.attempt
            guard count > 0 || state.isLost else { return nil }
            return (count, state.policy.remainingTime(at: now))
        }
    }

    /// Ends the present connection and every wait at once. Callable from any thread.
    package func cancel() {
        let (task, connection) = state.withLock { state in
            state.isCancelled = true
            return (state.task, state.connection)
        }
        task?.cancel()
        connection?.cancel()
    }
}

extension LiveStreamFetcher {
    private func connect() async throws -> HTTPStreamConnection? {
        if let last = state.withLock({ $0.connection.take() }) {
            guard let failure = try Self.failure(endOf: last) else { return nil }
            last.cancel()
            state.withLock { $0.lose(because: failure) }
            report(.lost(failure))
            try await waitForNextTry(after: failure, of: last)
        }
        while true {
            do {
                return try await tryOnce()
            } catch {
                try Task.checkCancellation()
                guard let failure = FetchFailure(error) else { throw error }
                report(.lost(failure))
                try await waitForNextTry(after: failure, of: nil)
            }
        }
    }

    private func tryOnce() async throws -> HTTPStreamConnection {
        let now = stopwatch.elapsed
        let (attempt, limit) = state.withLock { state in
            state.attempt += 1
            state.policy.begin(at: now)
            return (state.attempt, state.policy.remainingTime(at: now))
        }
        report(.connecting(attempt: attempt))
        let connection = try await opener.open(
            within: limit, on: clock,
            onBytes: onBytes,
            recovery: Recovery(
                wait: { [weak self] failure in
                    guard let self else { throw CancellationError() }
                    report(.lost(failure))
                    try await waitForNextTry(after: failure, of: nil)
                }, resumed: { [weak self] in self?.report(.resumed) }))
        try adopt(connection)
        report(.connected(connection.headers))
        return connection
    }

    /// Makes `connection` the present one.
    func adopt(_ connection: HTTPStreamConnection) throws {
        let isCancelled = state.withLock { state in
            state.connection = connection
            return state.isCancelled
        }
        guard !isCancelled else {
            connection.cancel()
            throw CancellationError()
        }
    }

    /// Records the audio bytes of a connection.
    var onBytes: @Sendable (Int) -> Void {
        { [weak self] count in self?.receive(byteCount: count) }
    }

    private func receive(byteCount: Int) {
        let now = stopwatch.elapsed
        state.withLock { state in
            if state.attempt > 0 { state.formerAttempt = state.attempt }
            state.attempt = 0
            state.isLost = false
            state.policy.receiveAudio(at: now)
        }
        report(.received(byteCount: byteCount))
    }

    /// Waits as long as the policy decides, or throws `failure` if it gives up.
    func waitForNextTry(
        after failure: FetchFailure, of connection: HTTPStreamConnection?
    ) async throws {
        let now = stopwatch.elapsed
        let verdict = state.withLock { state in
            // A new connection to a recording would start it again from the beginning.
            if let connection, !connection.isLive { return RetryPolicy.Verdict.giveUp }
            return state.policy.decide(on: failure, at: now, using: &state.random)
        }
        switch verdict {
        case .giveUp:
            report(.gaveUp(failure))
            throw failure
        case .retry(let wait):
            report(.waiting(for: wait))
            if wait > .zero { try await clock.sleep(for: wait) }
        }
    }

    /// Why `connection` failed; `nil` if it was read to its regular end.
    private static func failure(endOf connection: HTTPStreamConnection) throws -> FetchFailure? {
        let address = connection.headers.address.description
        return switch connection.ending {
        case nil: .abandoned(address: address)
        case .finished: connection.isLive ? .ended(address: address) : nil
        case .failed(let error): try FetchFailure(error) ?? { throw error }()
        }
    }
}

/// Passes the result of a try from its task to the waiting thread.
private final class Answer: Sendable {
    private let result = Mutex<Result<HTTPStreamConnection?, any Error>>(
        .failure(CancellationError()))

    func set(_ result: Result<HTTPStreamConnection?, any Error>) {
        self.result.withLock { $0 = result }
    }

    func get() throws -> HTTPStreamConnection? {
        try result.withLock { try $0.get() }
    }
}
