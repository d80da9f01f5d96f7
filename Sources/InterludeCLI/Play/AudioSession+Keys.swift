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
        case .first, .second:
            if let message = status.truex.answer(to: key) { send(.truex(message)) }
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

extension TruexView {
    /// What the keys 1 and 2 say to what is shown: yes and no to a choice card, and in a unit that
    /// something was done, and that the listener is done.
    fileprivate func answer(to key: KeyCommand) -> TruexMessage? {
        switch self {
        case .choiceCard: key == .first ? .optIn : .optOut
        case .engagement(let unit):
            switch (key, unit.exit) {
            case (.first, _): .interact
            case (_, .done): .done
            case (_, .cancel): .back
            case (_, .none): nil
            }
        case .cancelPrompt: key == .first ? .cancel : .back
        case .popup: .popupClosed
        case .nothing, .loading, .skipCard: nil
        }
    }
}
