extension AudioSession {
    /// Carries out what somebody outside of the player asks; `reply` is told whether that is done.
    ///
    /// Never waits. `reply` is called once, on any thread.
    package func carryOut(
        _ request: ControlRequest, reply: @escaping @Sendable (ControlReply) -> Void
    ) {
        guard let command = SessionCommand(request) else { return reply(.status(status.json)) }
        send(command) { answer in
            switch answer {
            case .accepted: reply(.accepted)
            case .refused(let reason): reply(.refused(reason))
            }
        }
    }
}

extension SessionCommand {
    /// The command that a request stands for; `nil` for one that only asks.
    init?(_ request: ControlRequest) {
        switch request {
        case .status: return nil
        case .push(let advertisements): self = .push(advertisements)
        case .ignore: self = .ignoreAdvertisements
        case .pause: self = .pause
        case .resume: self = .unpause
        case .live: self = .goLive
        case .delay(let delay): self = .setDelay(delay)
        case .seek(let time): self = .seek(time)
        case .volume(let gain): self = .setVolume(gain)
        case .skip: self = .skip
        case .skipBreak: self = .skipBreak
        case .play(let source): self = .play(source: source)
        case .playPublic(let source): self = .playPublic(source: source)
        case .stop: self = .stop
        }
    }
}
