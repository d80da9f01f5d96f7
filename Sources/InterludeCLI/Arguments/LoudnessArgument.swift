/// How loud `--match-loudness` makes a spot.
enum LoudnessArgument: Hashable, Sendable {
    /// As loud as it was made.
    case off

    init(parsing text: String) throws(UnusableArgument) {
        guard text == "off" else {
            throw UnusableArgument("only 'off' is supported: spots play as loud as they were made")
        }
        self = .off
    }
}
