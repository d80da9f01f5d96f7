/// Why a command failed, in one line: what, where, and what to try.
struct CommandError: Error, Hashable, CustomStringConvertible {
    let status: CommandStatus
    let description: String

    init(_ status: CommandStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}
