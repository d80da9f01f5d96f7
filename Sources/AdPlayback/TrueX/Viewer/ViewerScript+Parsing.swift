extension ViewerScript {
    /// Reads `opt-in@2s,interact@5s,done@33s`; the times are read by `time`, whose error is thrown
    /// as it is.
    ///
    /// Throws a ``ParsingError`` otherwise.
    package init(
        parsing text: String, time: (_ text: String) throws -> Duration
    ) throws {
        let steps = try text.split(separator: ",", omittingEmptySubsequences: false).map { item in
            let parts = item.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw ParsingError.noTime(String(item)) }
            guard let message = Self.messages[String(parts[0])] else {
                throw ParsingError.unknownAction(String(parts[0]))
            }
            return Step(after: try time(String(parts[1])), message)
        }
        self.init(steps)
    }

    private static let messages: [String: TruexMessage] = [
        "opt-in": .optIn, "opt-out": .optOut, "interact": .interact, "done": .done,
        "cancel": .cancel, "back": .back, "leave": .leave,
    ]

    /// Why a text is no script.
    package enum ParsingError: Error, Hashable, Sendable, CustomStringConvertible {
        case noTime(String)
        case unknownAction(String)

        package var description: String {
            switch self {
            case .noTime(let item):
                "'\(item)' does not say when; write ACTION@T, as in opt-in@2s"
            case .unknownAction(let name):
                "'\(name)' is nothing that a viewer does; use one of "
                    + ViewerScript.messages.keys.sorted().joined(separator: ", ")
            }
        }
    }
}
