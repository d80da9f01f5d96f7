import Advertising

extension AudioSession {
    /// Ends the advertisement of that id if it is heard or about to be, and no other: by the time
    /// that the session hears of it, the next one may play. Returns at once.
    func skip(_ id: Advertisement.ID) {
        mailbox.send(
            .perform { loop in
                guard let loop,
                    loop.machine.ads.line.first(where: { $0.range != nil })?.advertisement.id == id
                else { return }
                loop.handle(.command(.skip))
            })
    }
}
