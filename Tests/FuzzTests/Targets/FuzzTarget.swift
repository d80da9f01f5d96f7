/// A parser that takes bytes from outside, and what it is fuzzed with.
protocol FuzzTarget: Sendable {
    /// The name on the command line, and that of its folder in the corpus.
    static var name: String { get }

    /// How inputs are changed.
    static var kind: FuzzKind { get }

    /// Words of the format, which the mutator puts in.
    static var words: [String] { get }

    /// How many bytes a run may leave allocated, where a library of others leaks.
    static var keptBytes: Int { get }

    /// Gives `bytes` to the parser, and its result to what works with it next.
    ///
    /// May be called any number of times. An input that is refused is no finding; a trap, a hang,
    /// memory beyond the limit and memory that is kept are.
    static func run(_ bytes: [UInt8])
}

extension FuzzTarget {
    static var words: [String] { [] }

    static var keptBytes: Int { 16 }
}

/// How inputs of a target are changed.
enum FuzzKind {
    case binary
    /// Also by putting other numbers in.
    case text
}
