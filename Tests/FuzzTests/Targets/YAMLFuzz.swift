import YAMLReading

/// YAML documents of the operator.
enum YAMLFuzz: FuzzTarget {
    static let name = "yaml"
    static let kind = FuzzKind.text
    static let words = [
        "source: ", "- ", "---\n", "...\n", "&a ", "*a", "!!str ", "? ", "<<: ", "|\n  ", ">-\n  ",
        "[", "]", "{", "}", "# ", "\"\\x41\"", "'it''s'", "%YAML 1.1\n", "\u{FEFF}",
    ]

    static func run(_ bytes: [UInt8]) {
        let bounds = YAMLBounds(byteCount: 1 << 16, depth: 8, nodeCount: 100)
        // try?: a malformed document is refused.
        guard let root = try? YAMLDocument.read(bytes, within: bounds) else { return }
        var nodeCount = 0
        check(root, depth: 0, within: bounds, &nodeCount)
        precondition(nodeCount <= bounds.nodeCount, "there are too many values")
    }

    private static func check(
        _ node: YAMLNode, depth: Int, within bounds: YAMLBounds, _ nodeCount: inout Int
    ) {
        nodeCount += 1
        precondition(node.line > 0, "a value is before the first line")
        precondition(depth <= bounds.depth, "values are too deep")
        switch node.value {
        case .text: break
        case .list(let nodes):
            for node in nodes { check(node, depth: depth + 1, within: bounds, &nodeCount) }
        case .mapping(let entries):
            precondition(Set(entries.map(\.key)).count == entries.count, "a key occurs twice")
            nodeCount += entries.count
            for entry in entries {
                check(entry.node, depth: depth + 1, within: bounds, &nodeCount)
            }
        }
    }
}
