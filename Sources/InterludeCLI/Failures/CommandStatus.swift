/// What the process tells its caller when it ends (after sysexits.h).
enum CommandStatus: Int32, Sendable {
    case success = 0
    /// The answer is no: a measured figure is past its limit, or the player refused.
    case negative = 1
    /// The command line makes no sense.
    case usage = 64
    /// An input could not be understood.
    case unreadableInput = 65
    /// An input file is missing, or cannot be read.
    case missingInput = 66
    /// A stream or a server could not be reached, or the system gives the process too little.
    case unavailable = 69
    /// A defect of ours.
    case defect = 70
    /// An output could not be written.
    case cannotWrite = 74
}
