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
    /// Shows the keys.
    case help
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
        case UInt8(ascii: "?"): self = .help
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
