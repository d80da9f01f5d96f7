import HLSPlaylists
import MediaTime

/// What a document says, by the path of each fact in it, as `segments.0.uri`.
struct PlaylistFacts: Decodable {
    enum Fact: Hashable {
        case number(Double)
        case text(String)
        case flag(Bool)

        var number: Double? {
            switch self {
            case .number(let number): number
            case .text(let text): Double(text)
            case .flag: nil
            }
        }

        var words: String {
            switch self {
            case .number(let number): "\(number)"
            case .text(let text): "'\(text)'"
            case .flag(let isSo): "\(isSo)"
            }
        }
    }

    private(set) var facts: [String: Fact] = [:]

    subscript(path: String) -> Fact? { facts[path] }

    mutating func add(_ path: String, _ fact: Fact) { facts[path] = fact }

    mutating func add(_ path: String, _ text: String?) {
        if let text { facts[path] = .text(text) }
    }

    mutating func add(_ path: String, _ number: Int?) {
        if let number { facts[path] = .number(Double(number)) }
    }

    mutating func add(_ path: String, _ time: Duration?) {
        if let time { facts[path] = .number(time.inSeconds) }
    }

    /// Adds a fact that is left out if it is not so.
    mutating func add(_ path: String, if isSo: Bool) {
        if isSo { facts[path] = .flag(true) }
    }

    mutating func add(_ path: String, _ isSo: Bool?) {
        if let isSo { facts[path] = .flag(isSo) }
    }

    mutating func remove(where isRemoved: (String) -> Bool) {
        facts = facts.filter { !isRemoved($0.key) }
    }

    /// The facts in which `other` has something else, in words.
    func differences(from other: PlaylistFacts) -> [String] {
        Set(facts.keys).union(other.facts.keys).sorted().compactMap { path in
            guard !Self.areSame(facts[path], other.facts[path]) else { return nil }
            let words = [facts[path], other.facts[path]].map { $0?.words ?? "nothing" }
            return "\(path): \(words[0]) instead of \(words[1])"
        }
    }

    /// Sums of decimal fractions differ in their last digits. Some parsers leave numbers as texts.
    private static func areSame(_ one: Fact?, _ other: Fact?) -> Bool {
        guard case .number(let one)? = one, let other = other?.number else { return one == other }
        return abs(one - other) <= abs(one) * 1e-15 + 1e-9
    }

    // MARK: Reading a document

    init() {}

    init(from decoder: any Decoder) throws {
        try read(decoder, at: "")
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    private mutating func read(_ decoder: any Decoder, at path: String) throws {
        // try?: the kind of a value is known by what it can be read as.
        if let values = try? decoder.container(keyedBy: Key.self) {
            for key in values.allKeys {
                try read(
                    values.superDecoder(forKey: key),
                    at: path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)")
            }
        } else if var values = try? decoder.unkeyedContainer() {
            while !values.isAtEnd {
                let index = values.currentIndex
                try read(values.superDecoder(), at: "\(path).\(index)")
            }
        } else {
            let value = try decoder.singleValueContainer()
            if let isSo = try? value.decode(Bool.self) {
                facts[path] = .flag(isSo)
            } else if let number = try? value.decode(Double.self) {
                facts[path] = .number(number)
            } else {
                facts[path] = .text(try value.decode(String.self))
            }
        }
    }
}
