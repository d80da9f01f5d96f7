import MediaTime

/// Delivers items to a server, in order and one at a time, without blocking the caller.
///
/// The queue retries an undelivered item for some time, and later items wait for it.
package final class DeliveryQueue<Item: Sendable>: Sendable {
    /// The result of one try.
    package enum Attempt: Hashable, Sendable {
        /// The item needs no other try: the server accepted it, refused it for good, or may have
        /// accepted it, so that another try could count twice.
        case isOver
        /// The server did not get the item.
        case undelivered
        /// The server answers, but does not take the item now. The wait is the one that it requests;
        /// `nil` if it requests none.
        case postponed(wait: Duration?)
        /// The server takes nothing of this queue any more. The item and all later ones stay
        /// undelivered.
        case unwanted
    }

    private let waiting: AsyncStream<Item>.Continuation
    private let worker: Task<Void, Never>
    private let clock: any Clock<Duration>

    /// Delivers with `deliver`, which is called for one item at a time. `clock` measures the
    /// pauses. `gaveUp` learns of an item that was tried for as long as `patience` says. More than
    /// `capacity` queued items are dropped.
    package init(
        clock: any Clock<Duration> = ContinuousClock(), capacity: Int = 256,
        patience: DeliveryPatience = .brief,
        gaveUp: @escaping @Sendable (Item) -> Void = { _ in },
        deliver: @escaping @Sendable (Item) async -> Attempt
    ) {
        let (items, waiting) = AsyncStream.makeStream(
            of: Item.self, bufferingPolicy: .bufferingOldest(capacity))
        self.waiting = waiting
        self.clock = clock
        worker = Task {
            for await item in items {
                var pauses = DeliveryPauses(patience)
                while true {
                    // The rest stays undelivered.
                    guard !Task.isCancelled else { return }
                    let attempt = await deliver(item)
                    if attempt == .isOver { break }
                    guard !Task.isCancelled, attempt != .unwanted else { return }
                    guard let pause = pauses.next(attempt.postponement) else {
                        gaveUp(item)
                        break
                    }
                    do {
                        try await clock.sleep(for: pause)
                    } catch {
                        return
                    }
                }
            }
        }
    }

    deinit {
        waiting.finish()
    }

    /// Queues `item`, and returns at once. Callable from any thread. Returns `false` if it is dropped.
    @discardableResult
    package func send(_ item: Item) -> Bool {
        if case .enqueued = waiting.yield(item) { true } else { false }
    }

    /// Accepts no more items, and waits at most `limit` for the queued ones. The rest is dropped.
    package func close(within limit: Duration) async {
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

extension DeliveryQueue.Attempt {
    fileprivate var postponement: DeliveryPauses.Postponement {
        if case .postponed(let wait) = self { .byServer(wait: wait ?? .zero) } else { .none }
    }
}

/// How long an item is tried.
package enum DeliveryPatience: Hashable, Sendable {
    /// For half a second, where virtual time waits for the outcome.
    case hasty
    /// For half a minute.
    case brief
    /// For a day. If the server answers that it does not take the item, for ten minutes without the
    /// longer pauses that it requests: one item must not hold up all others for nothing.
    case lasting

    fileprivate func limit(isPostponed: Bool) -> Duration {
        switch self {
        case .hasty: .milliseconds(500)
        case .brief: .seconds(30)
        case .lasting: isPostponed ? .seconds(600) : .seconds(24 * 3600)
        }
    }
}

/// The pauses between the tries of one item: half a second, then twice as long each time, up to a
/// minute, or as long as the server requests.
struct DeliveryPauses: Hashable, Sendable {
    private let patience: DeliveryPatience
    private var newest = Duration.milliseconds(250)
    private var total = Duration.zero
    /// How long the server has postponed the item, without what it has requested beyond the usual
    /// pauses.
    private var postponed = Duration.zero

    /// Why an item is tried again.
    enum Postponement: Hashable, Sendable {
        /// There was no server.
        case none
        case byServer(wait: Duration)
    }

    /// The longest wait that is granted to a server.
    private static let longestWait = Duration.seconds(3600)

    init(_ patience: DeliveryPatience) {
        self.patience = patience
    }

    /// The next pause; `nil` if the item is given up. The last pause ends with the patience.
    mutating func next(_ postponement: Postponement) -> Duration? {
        let whole = patience.limit(isPostponed: false) - total
        guard case .byServer(let wait) = postponement else {
            return next(within: whole)
        }
        let rest = min(whole, patience.limit(isPostponed: true) - postponed)
        guard let usual = next(within: rest) else { return nil }
        postponed += usual
        let longer = min(max(usual, min(wait, Self.longestWait)), whole)
        total += longer - usual
        return longer
    }

    private mutating func next(within rest: Duration) -> Duration? {
        guard rest > .zero else { return nil }
        newest = min(newest * 2, .seconds(60))
        let pause = min(newest, rest)
        total += pause
        return pause
    }
}
