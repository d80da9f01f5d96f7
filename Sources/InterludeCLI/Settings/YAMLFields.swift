import MediaTime
import YAMLReading

/// The keys and values of a mapping in a YAML file.
struct YAMLFields: Hashable, Sendable {
    let file: YAMLFile
    private let entries: [YAMLNode.Entry]

    /// Throws for the first key that is not among `names`.
    init(
        _ entries: [YAMLNode.Entry], of names: [String], in file: YAMLFile
    ) throws(CommandError) {
        for entry in entries where !names.contains(entry.key) {
            let nearest = CommandMistake.nearest(to: entry.key, in: names)
            let advice =
                nearest.map { "did you mean '\($0)'?" }
                ?? "the keys are \(names.joined(separator: ", "))"
            throw file.failure("there is no key '\(entry.key)'; \(advice)", line: entry.line)
        }
        self.entries = entries
        self.file = file
    }

    func node(_ name: String) -> YAMLNode? { entries.first { $0.key == name }?.node }

    func text(_ name: String) throws(CommandError) -> String? {
        guard let node = node(name) else { return nil }
        return try file.text(of: node, for: name)
    }

    /// A time as on the command line.
    func time(_ name: String) throws(CommandError) -> FrameTime? {
        guard let text = try text(name), let line = node(name)?.line else { return nil }
        return try time(text, for: name, line: line)
    }

    /// A whole number that is not negative.
    func count(_ name: String) throws(CommandError) -> Int? {
        guard let text = try text(name) else { return nil }
        guard let count = Self.count(text) else {
            throw failure("\"\(name)\" is a whole number up to 1000000, as in 2", at: name)
        }
        return count
    }

    /// A whole number that is not negative, or a range of such numbers as in `2..3`, which has both.
    func countRange(_ name: String) throws(CommandError) -> ClosedRange<Int>? {
        guard let text = try text(name) else { return nil }
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(Self.count)
        guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first <= last
        else {
            throw failure(
                "\"\(name)\" is a whole number up to 1000000, as in 2, or a range, as in 2..3",
                at: name)
        }
        return first...last
    }

    private static func count(_ text: some StringProtocol) -> Int? {
        guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(text),
            count <= 1_000_000
        else { return nil }
        return count
    }

    /// The values of a list that is not empty; empty without the key.
    func list(_ name: String) throws(CommandError) -> [YAMLNode] {
        guard let node = node(name) else { return [] }
        guard case .list(let nodes) = node.value, !nodes.isEmpty else {
            throw failure("\"\(name)\" is a list; begin each of its lines with '- '", at: name)
        }
        guard nodes.count <= Self.longestList else {
            throw failure("\"\(name)\" has more than \(Self.longestList) entries", at: name)
        }
        return nodes
    }

    /// One text, or a list of them, with their lines.
    func texts(_ name: String) throws(CommandError) -> [(text: String, line: Int)] {
        guard let node = node(name) else { return [] }
        if case .text = node.value { return [(try file.text(of: node, for: name), node.line)] }
        var texts: [(String, Int)] = []
        for node in try list(name) {
            texts.append((try file.text(of: node, for: name), node.line))
        }
        return texts
    }

    private static let longestList = 2000

    func time(_ text: String, for name: String, line: Int) throws(CommandError) -> FrameTime {
        do {
            return try TimeArgument(parsing: text).time
        } catch {
            throw file.failure("\"\(name)\": \(error)", line: line)
        }
    }

    /// The number in `text`, which may have its unit; `nil` outside of `range`.
    static func number(_ text: String, unit: String, in range: ClosedRange<Double>) -> Double? {
        let digits =
            text.hasSuffix(unit) ? text.dropLast(unit.count).trimmingSpaces : text[...]
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || "-.".contains($0)) }),
            let number = Double(digits), range.contains(number)
        else { return nil }
        return number
    }

    /// The failure for the value of the key `name`.
    func failure(_ text: String, at name: String) -> CommandError {
        file.failure(text, line: node(name)?.line ?? 1)
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var rest = self
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}
