/// What the process tells its caller when it ends (after sysexits.h).
enum CommandStatus: Int32, Sendable {
    case success = 0
    /// A measured figure is past its limit.
    case limitExceeded = 1
    /// The command line makes no sense.
    case usage = 64
    /// An input could not be understood.
    case unreadableInput = 65
    /// An input file is missing.
    case missingInput = 66
    /// A stream or a server could not be reached.
    case unavailable = 69
    /// A defect of ours.
    case defect = 70
    /// An output could not be written.
    case cannotWrite = 74
}
