import Interlude
import PCMAudio

/// The command of a key.
enum KeyCommand: Hashable, Sendable {
    case togglePause
    case live
    case skip
    case louder
    case quieter
    /// The first answer of a choice card (the interactive ad), or the second.
    case first
    case second
    case quit

    /// The commands in bytes that a terminal sent at once; ignores other keys.
    static func commands(in bytes: some Sequence<UInt8>) -> [KeyCommand] {
        var commands: [KeyCommand] = []
        var position = Position.ground
        for byte in bytes {
            position = position.after(byte)
            guard position == .ground, let command = KeyCommand(byte) else { continue }
            commands.append(command)
        }
        return commands
    }

    private init?(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: " "): self = .togglePause
        case UInt8(ascii: "l"): self = .live
        case UInt8(ascii: "s"): self = .skip
        case UInt8(ascii: "+"), UInt8(ascii: "="): self = .louder
        case UInt8(ascii: "-"): self = .quieter
        case UInt8(ascii: "1"): self = .first
        case UInt8(ascii: "2"): self = .second
        case UInt8(ascii: "q"): self = .quit
        default: return nil
        }
    }

    /// The position in an escape sequence (ECMA-48), as of an arrow key.
    private enum Position {
        case ground, escape, sequence, lastOfSequence

        func after(_ byte: UInt8) -> Position {
            switch (self, byte) {
            case (_, 0x1B): .escape
            case (.escape, UInt8(ascii: "[")), (.escape, UInt8(ascii: "O")): .sequence
            case (.sequence, 0x40...0x7E), (.escape, _): .lastOfSequence
            case (.sequence, _): .sequence
            case (.ground, _), (.lastOfSequence, _): .ground
            }
        }
    }
}

extension AudioSession {
    /// Carries out the command of a key.
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
        // From silence, a step in decibels would stay silent.
        let start = volume == 0 && step.linear > 1 ? 0.05 : volume
        send(.setVolume(Gain(linear: min(1.5, start * step.linear))))
    }
}

extension TruexView {
    /// The message of the keys 1 and 2: opt in and opt out on a choice card, interact and leave in
    /// a unit.
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
