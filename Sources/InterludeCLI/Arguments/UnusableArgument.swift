/// Why a command-line value cannot be used, in words that help to mend it.
struct UnusableArgument: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
