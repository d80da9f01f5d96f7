/// The error that a reader of encoded bytes threw.
///
/// Two are equal if the errors have the same type and the same description.
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
