/// One change to a source file.
public struct Mutant: Hashable, Sendable, Codable {
    /// The number of its switch in the rewritten source; unique in a room, from 1.
    public var number: Int

    /// The source file's path inside its room.
    public var file: String

    /// The line of the original source, from 1, and its text without the indentation.
    public var line: Int
    public var text: String

    /// The change, such as `< -> <=` or `remove`; unique among the mutants of its line.
    public var change: String
}

/// A rewritten source file and the mutants in it.
public struct Rewritten: Hashable, Sendable {
    public var source: String
    public var mutants: [Mutant]
}

/// The functions that a rewritten source calls, as the text of a file to be added to its room.
///
/// `SURVEY_MUTANT` in the environment has the number of the mutant that is switched on. The file named by
/// `SURVEY_REACHED` has a byte for each number: it becomes 1 when the mutant's place is reached, in any
/// process of the run.
public let switchboard = """
    import Glibc

    nonisolated(unsafe) private let reached: UnsafeMutablePointer<UInt8>? = {
        guard let path = getenv("SURVEY_REACHED") else { return nil }
        let file = open(path, O_RDWR)
        let size = Int(lseek(file, 0, SEEK_END))
        guard file >= 0, size > 0 else { return nil }
        return mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)?
            .assumingMemoryBound(to: UInt8.self)
    }()
    private let chosen = getenv("SURVEY_MUTANT").map { Int(atoi($0)) } ?? 0

    /// Whether mutant `number` is switched on.
    public func _m(_ number: Int) -> Bool {
        if let reached { reached[number] = 1 }
        return number == chosen
    }

    /// Whether mutant `number` keeps what it would remove.
    public func _k(_ number: Int) -> Bool { !_m(number) }

    /// `condition`, negated where mutant `number` is switched on.
    public func _flip(_ number: Int, _ condition: Bool) -> Bool { _m(number) != condition }

    /// `original`, or `changed` where mutant `number` is switched on.
    public func _pick<Value>(_ number: Int, _ original: Value, _ changed: Value) -> Value {
        _m(number) ? changed : original
    }

    /// `value`, or `nil` where mutant `number` is switched on.
    public func _lose<Value>(_ number: Int, _ value: Value?) -> Value? { _m(number) ? nil : value }

    """
