import Interlude
import PCMAudio

extension AudioSession {
    /// Carries out what another process asks; `reply` tells it whether that is done.
    func carryOut(
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

    /// Carries out what a key asks.
    func carryOut(_ key: KeyCommand) {
        switch key {
        case .togglePause: send(status.isPaused ? .unpause : .pause)
        case .live: send(.goLive)
        case .skip: send(.skip)
        case .louder: step(volumeBy: Gain.decibels(1))
        case .quieter: step(volumeBy: Gain.decibels(-1))
        case .quit: send(.stop)
        }
    }

    private func step(volumeBy step: Gain) {
        let volume = status.volume.linear
        // From silence a step in decibels leads nowhere.
        let start = volume == 0 && step.linear > 1 ? 0.05 : volume
        send(.setVolume(Gain(linear: min(1.5, start * step.linear))))
    }
}

extension SessionCommand {
    /// The command that a request stands for; `nil` for one that only asks.
    fileprivate init?(_ request: ControlRequest) {
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
        case .play(let source): self = .play(source: source)
        case .stop: self = .stop
        }
    }
}
