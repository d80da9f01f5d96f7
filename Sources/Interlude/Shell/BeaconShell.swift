import Dispatch

/// The beacons of one session on their way to ad servers, in order.
struct BeaconShell {
    private let queue: DeliveryQueue<Item>?
    private let mailbox: Mailbox<SessionLoop.Message>

    private struct Item: Sendable {
        let beacon: Beacon
        let reply: SessionLoop.ReplyID
    }

    /// `supply` is `nil` for a session without ad servers.
    init(_ supply: (any BeaconSupply)?, mailbox: Mailbox<SessionLoop.Message>) {
        self.mailbox = mailbox
        @Sendable func settle(_ item: Item, _ outcome: BeaconOutcome) {
            mailbox.send(
                .answer(item.reply, [.beaconSettled(number: item.beacon.number, outcome)]))
        }
        queue = supply.map { supply in
            DeliveryQueue(
                gaveUp: { settle($0, .gaveUp(reason: "not delivered within 30 s")) },
                deliver: { item in
                    switch await supply.send(item.beacon) {
                    case .answered(let status): settle(item, .confirmed(status: status))
                    case .failed(let reason): settle(item, .gaveUp(reason: reason))
                    case .undelivered(let reason):
                        mailbox.send(
                            .event(
                                .beaconSettled(
                                    number: item.beacon.number, .retried(reason: reason))))
                        return .undelivered
                    }
                    return .isOver
                })
        }
    }

    /// Queues `beacon`. Each try is an event of the session, and the last one answers `reply`.
    func track(_ beacon: Beacon, _ reply: SessionLoop.ReplyID) {
        guard let queue, queue.send(Item(beacon: beacon, reply: reply)) else {
            mailbox.send(
                .answer(
                    reply,
                    [
                        .beaconSettled(
                            number: beacon.number,
                            .gaveUp(reason: "too many beacons are waiting"))
                    ]))
            return
        }
    }

    /// Blocks until all beacons are settled, but for no longer than the limit of a session's end.
    func finish() {
        guard let queue else { return }
        let isClosed = DispatchSemaphore(value: 0)
        Task {
            await queue.close(within: Self.endLimit)
            isClosed.signal()
        }
        isClosed.wait()
    }

    /// How long the end of a session waits for beacons.
    private static let endLimit = Duration.seconds(5)
}
