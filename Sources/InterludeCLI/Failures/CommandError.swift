/// Why a command could not do what it was asked: one line of what, where, and what to try.
struct CommandError: Error, Hashable, CustomStringConvertible {
    let status: CommandStatus
    let description: String

    init(_ status: CommandStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
