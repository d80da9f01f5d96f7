import Advertising

extension AudioSession {
    /// Ends the advertisement of that id if it is heard or about to be, and no other: by the time
    /// that the session hears of it, the next one may play. Returns at once.
    func skip(_ id: Advertisement.ID) {
        mailbox.send(
            .perform { loop in
                guard let loop, let layout = loop.machine.plan.layout else { return }
                let placed = loop.machine.breaks.manager.activeSpots.first {
                    layout.range(of: $0.token) != nil
                }
                if placed?.advertisement.id == id { loop.handle(.command(.skip)) }
            })
    }
}
