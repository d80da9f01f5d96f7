import Dispatch
import HTTPAccess

/// The beacons of one session on their way to ad servers: in order at each server, which waits for no
/// other one.
struct BeaconShell {
    private let supply: (any BeaconSupply)?
    private let mailbox: Mailbox<SessionLoop.Message>

    /// By host.
    private var queues: [String: DeliveryQueue<Item>] = [:]

    /// The most hosts that have a queue of their own; the others share one.
    private static let hostLimit = 64

    private struct Item: Sendable {
        let beacon: Beacon
        let reply: SessionLoop.ReplyID
    }

    /// `supply` is `nil` for a session without ad servers.
    init(_ supply: (any BeaconSupply)?, mailbox: Mailbox<SessionLoop.Message>) {
        self.supply = supply
        self.mailbox = mailbox
    }

    /// Queues `beacon`. Each try is an event of the session, and the last one answers `reply`.
    mutating func track(_ beacon: Beacon, _ reply: SessionLoop.ReplyID) {
        let item = Item(beacon: beacon, reply: reply)
        guard let supply else {
            return Self.settle(item, .gaveUp(reason: "this session has no ad servers"), mailbox)
        }
        var host = WebAddress(beacon.address)?.host ?? ""
        if queues[host] == nil, queues.count >= Self.hostLimit { host = "" }
        let queue = queues[host] ?? Self.queue(supply, mailbox)
        queues[host] = queue
        if !queue.send(item) {
            Self.settle(item, .gaveUp(reason: "too many beacons are waiting"), mailbox)
        }
    }

    private static func queue(
        _ supply: any BeaconSupply, _ mailbox: Mailbox<SessionLoop.Message>
    ) -> DeliveryQueue<Item> {
        DeliveryQueue(
            capacity: BeaconBook.limit,
            gaveUp: { settle($0, .gaveUp(reason: "not delivered"), mailbox) },
            deliver: { item in
                switch await supply.send(item.beacon) {
                case .answered(let status): settle(item, .confirmed(status: status), mailbox)
                case .failed(let reason): settle(item, .gaveUp(reason: reason), mailbox)
                case .undelivered(let reason):
                    let outcome = BeaconOutcome.retried(reason: reason)
                    mailbox.send(
                        .event(.beaconSettled(number: item.beacon.number, outcome)))
                    return .undelivered
                }
                return .isOver
            })
    }

    private static func settle(
        _ item: Item, _ outcome: BeaconOutcome, _ mailbox: Mailbox<SessionLoop.Message>
    ) {
        mailbox.send(.answer(item.reply, [.beaconSettled(number: item.beacon.number, outcome)]))
    }

    /// Blocks until all beacons are settled, but for no longer than the limit of a session's end.
    func finish() {
        let queues = Array(queues.values)
        guard !queues.isEmpty else { return }
        let isClosed = DispatchSemaphore(value: 0)
        Task {
            await withTaskGroup(of: Void.self) { group in
                for queue in queues {
                    group.addTask { await queue.close(within: Self.endLimit) }
                }
            }
            isClosed.signal()
        }
        _ = isClosed.wait(timeout: .now() + Self.endLimit.inSeconds + 1)
    }

    /// How long the end of a session waits for beacons.
    private static let endLimit = Duration.seconds(5)
}
