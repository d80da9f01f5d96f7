import HTTPAccess
import Interlude
import Synchronization

/// Posts notices as JSON to an address, one after the other, without blocking the caller.
///
/// At most ``capacity`` wait. One that the server does not take is tried for half a minute.
final class Webhook: Sendable {
    static let capacity = 1000
    /// The time limit of a try.
    private static let timeout = Duration.seconds(10)
    /// The byte limit of a reply, which is not used.
    private static let longestReply = 1 << 16

    let address: String
    private let queue: DeliveryQueue<AlarmNotice>
    private let client: WebClient
    private let ledger: Ledger

    /// What has become of the notices.
    private final class Ledger: Sendable {
        private let state = Mutex(State())
        private let say: @Sendable (String) -> Void

        private struct State {
            var counts = MonitorSnapshot.WebhookCounts()
            /// Whether the last notice was lost.
            var isLosing = false
        }

        init(
            counts: MonitorSnapshot.WebhookCounts, say: @escaping @Sendable (String) -> Void
        ) {
            self.say = say
            state.withLock { $0.counts = counts }
        }

        var counts: MonitorSnapshot.WebhookCounts { state.withLock { $0.counts } }

        func noteDelivery() {
            state.withLock { state in
                state.counts.delivered += 1
                state.isLosing = false
            }
        }

        /// Counts a loss, and tells the first one of several.
        func noteLoss(because reason: String) {
            let isFirst = state.withLock { state in
                defer { state.isLosing = true }
                state.counts.lost += 1
                return !state.isLosing
            }
            if isFirst { say("webhook: \(reason)") }
        }
    }

    /// `nil` if `address` is not an http(s) address. `counts` are those of the webhook before it.
    /// `say` gets a line if a notice is lost.
    init?(
        _ address: String, environment: [String: String],
        counts: MonitorSnapshot.WebhookCounts = MonitorSnapshot.WebhookCounts(),
        say: @escaping @Sendable (String) -> Void
    ) {
        guard let target = WebAddress(address) else { return nil }
        self.address = address
        let client = WebClient(configuration: WebClientConfiguration(environment: environment))
        let ledger = Ledger(counts: counts, say: say)
        (self.client, self.ledger) = (client, ledger)
        queue = DeliveryQueue(
            capacity: Self.capacity, patience: .brief,
            gaveUp: { _ in ledger.noteLoss(because: "\(target) took no notice for half a minute") },
            deliver: { notice in
                var request = WebRequest(
                    target, from: .typed, headers: [.contentType("application/json")])
                request.method = .post
                request.body = Array(notice.json.description.utf8)
                return await Self.deliver(request, over: client, ledger)
            })
    }

    private static func deliver(
        _ request: WebRequest, over client: WebClient, _ ledger: Ledger
    ) async -> DeliveryQueue<AlarmNotice>.Attempt {
        let reply: WebReply
        do {
            reply = try await client.exchange(
                request, maximumByteCount: longestReply, within: timeout)
        } catch {
            return .undelivered
        }
        if reply.isGood {
            ledger.noteDelivery()
            return .isOver
        }
        guard reply.status != 429, reply.status < 500 else {
            return .postponed(wait: reply.retryAfter)
        }
        ledger.noteLoss(because: "\(request.address) answers \(reply.status)")
        return .isOver
    }

    var counts: MonitorSnapshot.WebhookCounts { ledger.counts }

    /// Returns at once.
    func send(_ notice: AlarmNotice) {
        if !queue.send(notice) {
            ledger.noteLoss(because: "more than \(Self.capacity) notices wait")
        }
    }

    /// Waits at most `limit` for the notices that are queued, and closes the connections.
    func close(within limit: Duration) async {
        await queue.close(within: limit)
        await client.close()
    }
}
