/// The exit status of the process (after sysexits.h).
enum CommandStatus: Int32, Sendable {
    case success = 0
    /// A measured figure exceeds its limit, or the player refused the request.
    case negative = 1
    /// The command line is wrong.
    case usage = 64
    /// An input has the wrong format.
    case unreadableInput = 65
    /// An input file is missing or cannot be read.
    case missingInput = 66
    /// A stream or server could not be reached, or a limit of the system is too low.
    case unavailable = 69
    /// An internal error.
    case defect = 70
    /// An output could not be written.
    case cannotWrite = 74
}
