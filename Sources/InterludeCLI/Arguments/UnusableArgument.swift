/// Why a command-line value cannot be used, and what to write instead.
struct UnusableArgument: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
