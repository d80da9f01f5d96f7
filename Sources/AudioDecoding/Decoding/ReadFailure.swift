/// What kept encoded bytes from being read, as their reader put it.
///
/// Two are the same if they are of one type and in the same words.
package struct ReadFailure: Sendable {
    package let error: any Error

    package init(_ error: any Error) {
        self.error = error
    }
}

extension ReadFailure: Hashable {
    package static func == (one: ReadFailure, other: ReadFailure) -> Bool {
        type(of: one.error) == type(of: other.error) && one.description == other.description
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(description)
    }
}

extension ReadFailure: CustomStringConvertible {
    package var description: String { "\(error)" }
}
