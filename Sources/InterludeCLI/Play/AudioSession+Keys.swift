import Interlude
import PCMAudio

extension AudioSession {
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
