/// Why a player cannot be controlled, in one line: what, where, and what to try.
package struct ControlError: Error, Hashable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The request is wrong, or does not tell which player is meant.
        case usage
        /// There is no such player, or it does not answer.
        case unavailable
        /// The socket cannot be created.
        case cannotWrite
        /// The player sent an invalid answer.
        case defect
    }

    package let kind: Kind
    package let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
