/// A parser of bytes from outside, with the settings for fuzzing it.
protocol FuzzTarget: Sendable {
    /// The name on the command line and of the folder in the corpus.
    static var name: String { get }

    /// How inputs are changed.
    static var kind: FuzzKind { get }

    /// Words of the format for the mutator.
    static var words: [String] { get }

    /// The bytes that a run may leave allocated, for leaks in foreign libraries.
    static var keptBytes: Int { get }

    /// Passes `bytes` to the parser, and its result to the code that uses it.
    ///
    /// May be called any number of times. An input that is refused is no finding; a trap, a hang,
    /// memory beyond the limit and memory that is kept are.
    static func run(_ bytes: [UInt8])
}

extension FuzzTarget {
    static var words: [String] { [] }

    static var keptBytes: Int { 16 }
}

/// A way to mutate a target's inputs.
enum FuzzKind {
    case binary
    /// Also replaces numbers.
    case text
}
