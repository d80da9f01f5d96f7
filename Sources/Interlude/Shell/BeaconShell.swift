import BeaconStorage
import Dispatch
import FoundationEssentials
import HTTPAccess

/// The beacons of one session on their way to ad servers, with the tracking of true[X]: in order at each
/// server, which waits for no other one.
struct BeaconShell {
    private let supply: (any BeaconSupply)?
    private let records: Records
    private let patience: DeliveryPatience

    /// By host.
    private var queues: [String: DeliveryQueue<Item>] = [:]

    /// The most hosts that have a queue of their own; the others share one.
    private static let hostLimit = 64

    private struct Item: Sendable {
        let beacon: Beacon
        /// `nil` for a beacon that the machine does not count.
        let reply: SessionLoop.ReplyID?
    }

    /// `supply` is `nil` for a session without ad servers. Without a `store`, beacons are in memory only.
    /// `diagnostics` learns of beacons that the machine does not count and no server has.
    init(
        _ supply: (any BeaconSupply)?, keptIn store: BeaconStore?, clock: SessionParts.Clock,
        mailbox: Mailbox<SessionLoop.Message>, diagnostics: (@Sendable (String) -> Void)? = nil
    ) {
        self.supply = supply
        if let store {
            Task {
                for await reason in store.failures {
                    mailbox.send(.event(.beaconsLeft([], failure: reason)))
                }
            }
        }
        patience =
            switch clock {
            case .virtual: .hasty
            case .real: store == nil ? .brief : .lasting
            }
        records = Records(store: store, mailbox: mailbox, diagnostics: diagnostics)
    }

    /// Records beacons on disk, and their outcomes in the session.
    private struct Records: Sendable {
        let store: BeaconStore?
        let mailbox: Mailbox<SessionLoop.Message>
        let diagnostics: (@Sendable (String) -> Void)?

        /// Writes `beacon` to the disk, unless it is there.
        func keep(_ beacon: Beacon) -> Beacon {
            guard let store, beacon.storedID == nil else { return beacon }
            var beacon = beacon
            // try?: a beacon consists of numbers and texts, which can be encoded.
            if let bytes = try? JSONEncoder().encode(beacon) {
                beacon.storedID = store.add(Array(bytes))
            }
            return beacon
        }

        func retry(_ item: Item, _ reason: String) {
            guard item.reply != nil else { return }
            let outcome = BeaconOutcome.retried(reason: reason)
            mailbox.send(.event(.beaconSettled(number: item.beacon.number, outcome)))
        }

        func settle(_ item: Item, _ outcome: BeaconOutcome) {
            if let id = item.beacon.storedID { store?.remove(id) }
            if let reply = item.reply {
                mailbox.send(
                    .answer(reply, [.beaconSettled(number: item.beacon.number, outcome)]))
            } else if case .gaveUp(let reason) = outcome {
                diagnostics?("the ad server did not get the report \(item.beacon.kind): \(reason)")
            }
        }
    }

    /// What earlier sessions have left for the machine, and why nothing is kept; `nil` if there is
    /// neither. Queues what they have left that the machine does not count.
    mutating func takeLeftovers(failure: String?) -> SessionEvent? {
        let store = records.store
        let left = (store?.leftovers ?? []).compactMap { item -> Beacon? in
            // try?: what is no beacon was written by another version or by a stranger.
            var beacon = try? JSONDecoder().decode(Beacon.self, from: Data(item.bytes))
            beacon?.storedID = item.id
            if beacon == nil { store?.remove(item.id) }
            return beacon
        }
        for beacon in left where !beacon.isCounted { track(beacon) }
        let beacons = left.filter(\.isCounted)
        return beacons.isEmpty && failure == nil ? nil : .beaconsLeft(beacons, failure: failure)
    }

    /// Queues a beacon that the machine does not count.
    mutating func track(_ beacon: Beacon) { send(beacon, nil) }

    /// Queues `beacon`. Each try is an event of the session, and the last one answers `reply`.
    mutating func track(_ beacon: Beacon, _ reply: SessionLoop.ReplyID) { send(beacon, reply) }

    private mutating func send(_ beacon: Beacon, _ reply: SessionLoop.ReplyID?) {
        let item = Item(beacon: records.keep(beacon), reply: reply)
        guard let supply else {
            return records.settle(item, .gaveUp(reason: "this session has no ad servers"))
        }
        var host = WebAddress(beacon.address)?.host ?? ""
        if queues[host] == nil, queues.count >= Self.hostLimit { host = "" }
        let queue = queues[host] ?? queue(supply)
        queues[host] = queue
        if !queue.send(item) {
            records.settle(item, .gaveUp(reason: "too many beacons are waiting"))
        }
    }

    private func queue(_ supply: any BeaconSupply) -> DeliveryQueue<Item> {
        DeliveryQueue(
            capacity: BeaconBook.limit, patience: patience,
            gaveUp: { [records] in records.settle($0, .gaveUp(reason: "not delivered")) },
            deliver: { [records] item in
                let attempt = await supply.send(item.beacon)
                // The session has ended meanwhile. What is on disk stays there for the next one.
                if Task.isCancelled, !attempt.isAnswered { return .undelivered }
                switch attempt {
                case .answered(let status): records.settle(item, .confirmed(status: status))
                case .failed(let reason): records.settle(item, .gaveUp(reason: reason))
                case .undelivered(let reason):
                    records.retry(item, reason)
                    return .undelivered
                case .postponed(let reason, let wait):
                    records.retry(item, reason)
                    return .postponed(wait: wait)
                }
                return .isOver
            })
    }

    /// What becomes of a beacon that is not settled when the session ends.
    var lastOutcome: BeaconOutcome {
        records.store == nil
            ? .gaveUp(reason: "the session has ended")
            : .retried(reason: "the session has ended; the next one with ad servers sends it")
    }

    /// Blocks until all beacons are settled, but for no longer than the limit of a session's end.
    func finish() {
        let (queues, store) = (Array(queues.values), records.store)
        guard !queues.isEmpty || store != nil else { return }
        let isClosed = DispatchSemaphore(value: 0)
        Task {
            await withTaskGroup(of: Void.self) { group in
                for queue in queues {
                    group.addTask { await queue.close(within: Self.endLimit) }
                }
            }
            await store?.close()
            isClosed.signal()
        }
        _ = isClosed.wait(timeout: .now() + Self.endLimit.inSeconds + 1)
    }

    /// How long the end of a session waits for beacons.
    private static let endLimit = Duration.seconds(5)
}
