import Advertising

extension AudioSession {
    /// Carries out a request from outside the player.
    ///
    /// Never blocks. `reply` is called on any thread, with ``ControlReply/isLast`` exactly once.
    package func carryOut(
        _ request: ControlRequest, reply: @escaping @Sendable (ControlReply) -> Void
    ) {
        switch request {
        case .push(let spots):
            return push(spots, reply: reply)
        case .pushInStream(let spots, let place):
            return push(spots, at: place, reply: reply)
        case .pushAndWait(let spots):
            return PushWatch(of: spots, reply: reply).start(in: self)
        case .status, .ignore, .ignoreSpot, .pause, .resume, .live, .delay, .seek, .volume,
            .adVolume, .mute, .unmute, .skip, .skipBreak,
            .play, .playPublic, .consent, .stop:
            break
        }
        guard let command = SessionCommand(request) else { return reply(.status(status.json)) }
        send(command) { answer in
            switch answer {
            case .accepted: reply(.accepted)
            case .refused(let reason): reply(.refused(reason))
            }
        }
    }

    /// Pushes `spots`, at once or at a place in the stream, and replies with the numbers that the
    /// session has given them.
    ///
    /// Calls `begin` with these numbers on the session's thread before the push.
    func push(
        _ spots: [Advertisement], at place: StreamPlace? = nil,
        begin: @escaping @Sendable ([Advertisement.ID]) -> Void = { _ in },
        reply: @escaping @Sendable (ControlReply) -> Void
    ) {
        let isSent = mailbox.send(
            .perform { loop in
                guard let loop else { return reply(.refused(CommandReply.overWords)) }
                loop.push(spots, at: place, begin: begin, reply: reply)
            })
        if !isSent { reply(.refused(CommandReply.overWords)) }
    }
}

extension SessionLoop {
    fileprivate func push(
        _ spots: [Advertisement], at place: StreamPlace?, begin: ([Advertisement.ID]) -> Void,
        reply: @escaping @Sendable (ControlReply) -> Void
    ) {
        // A copy, so that the push itself gives the same numbers.
        var breaks = machine.breaks
        let numbers = breaks.number(spots).map(\.id)
        begin(numbers)
        carryOut(place.map { .pushInStream(spots, at: $0) } ?? .push(spots)) { answer in
            switch answer {
            case .accepted: reply(.pushed(numbers))
            case .refused(let reason): reply(.refused(reason))
            }
        }
    }
}
