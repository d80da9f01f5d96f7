import PlainText

/// What a service tells the manager that has started it (sd_notify(3)).
enum ServiceNotice: Hashable, Sendable {
    /// It does what it was started for.
    case ready
    /// How it fares, for people.
    case status(String)
    /// It has not hung.
    case alive
    case stopping

    /// As it is sent.
    var assignment: String {
        switch self {
        case .ready: "READY=1"
        // What follows a line's end would be another assignment.
        case .status(let words):
            "STATUS=" + words.printable(limit: 500)
        case .alive: "WATCHDOG=1"
        case .stopping: "STOPPING=1"
        }
    }
}
