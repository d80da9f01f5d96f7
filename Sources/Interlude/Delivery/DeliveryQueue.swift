/// Delivers items to a server, in order and one at a time, without blocking the caller.
///
/// The queue retries an undelivered item for 30 s, and later items wait for it. It keeps items in
/// memory only.
final class DeliveryQueue<Item: Sendable>: Sendable {
    /// The result of one try.
    enum Attempt: Hashable, Sendable {
        /// The item needs no other try: the server accepted it, refused it for good, or may have
        /// accepted it, so that another try could count twice.
        case isOver
        /// The server did not get the item.
        case undelivered
    }

    private let waiting: AsyncStream<Item>.Continuation
    private let worker: Task<Void, Never>
    private let clock: any Clock<Duration>

    /// Delivers with `deliver`, which is called for one item at a time. `clock` measures the
    /// pauses. `gaveUp` learns of an item that was tried and is not tried again. More than `capacity`
    /// queued items are dropped.
    init(
        clock: any Clock<Duration> = ContinuousClock(), capacity: Int = 256,
        gaveUp: @escaping @Sendable (Item) -> Void = { _ in },
        deliver: @escaping @Sendable (Item) async -> Attempt
    ) {
        let (items, waiting) = AsyncStream.makeStream(
            of: Item.self, bufferingPolicy: .bufferingOldest(capacity))
        self.waiting = waiting
        self.clock = clock
        worker = Task {
            for await item in items {
                var attempt = Attempt.undelivered
                for wait in DeliveryPause.all + [nil] {
                    attempt = await deliver(item)
                    guard attempt == .undelivered, let wait else { break }
                    do {
                        try await clock.sleep(for: wait)
                    } catch {
                        break
                    }
                }
                if attempt == .undelivered { gaveUp(item) }
            }
        }
    }

    deinit {
        waiting.finish()
    }

    /// Queues `item`, and returns at once. Callable from any thread. Returns `false` if it is dropped.
    @discardableResult
    func send(_ item: Item) -> Bool {
        if case .enqueued = waiting.yield(item) { true } else { false }
    }

    /// Accepts no more items, and waits at most `limit` for the queued ones. The rest is dropped.
    func close(within limit: Duration) async {
        waiting.finish()
        let (clock, worker) = (clock, worker)
        let watchdog = Task {
            try await clock.sleep(for: limit)
            worker.cancel()
        }
        await worker.value
        watchdog.cancel()
    }
}

/// The pauses between the tries of one item: 30 s in total.
enum DeliveryPause {
    static let all: [Duration?] = [
        .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8),
        .milliseconds(14_500),
    ]
}
