/// Puts the parts of a document together.
struct YAMLBuilder {
    private(set) var root: YAMLNode?
    private let bounds: YAMLBounds
    /// The lists and mappings that have not ended, from the outermost.
    private var open: [OpenNode] = []
    private var nodeCount = 0
    private var hasBegun = false

    init(within bounds: YAMLBounds) {
        self.bounds = bounds
    }

    mutating func take(_ event: YAMLEvent) throws(YAMLFailure) {
        switch event.kind {
        case .document:
            guard !hasBegun else { throw .secondDocument(line: event.line) }
            hasBegun = true
        case .aliasOrTag: throw .usesAliasOrTag(line: event.line)
        case .text(let text):
            try count(event)
            try add(YAMLNode(.text(text), line: event.line))
        case .listStart:
            try begin(.list([]), event)
        case .mappingStart:
            try begin(.mapping(OpenMapping()), event)
        case .end:
            guard let ended = open.popLast() else { return }
            try add(YAMLNode(ended.value, line: ended.line))
        }
    }

    private mutating func begin(
        _ content: OpenNode.Content, _ event: YAMLEvent
    ) throws(YAMLFailure) {
        try count(event)
        guard open.count < bounds.depth else { throw .tooDeep(line: event.line) }
        if open.last?.needsKey == true { throw .keyIsNoText(line: event.line) }
        open.append(OpenNode(content: content, line: event.line))
    }

    private mutating func count(_ event: YAMLEvent) throws(YAMLFailure) {
        nodeCount += 1
        guard nodeCount <= bounds.nodeCount else { throw .tooManyNodes(line: event.line) }
    }

    /// Adds `node`, which is complete, to the innermost open list or mapping.
    private mutating func add(_ node: YAMLNode) throws(YAMLFailure) {
        guard var parent = open.popLast() else {
            root = node
            return
        }
        try parent.add(node)
        open.append(parent)
    }
}

/// A list or a mapping whose end has not come.
private struct OpenNode {
    var content: Content
    var line: Int

    enum Content {
        case list([YAMLNode])
        case mapping(OpenMapping)
    }

    /// Whether the next value is a key.
    var needsKey: Bool {
        switch content {
        case .list: false
        case .mapping(let mapping): mapping.key == nil
        }
    }

    var value: YAMLNode.Value {
        switch content {
        case .list(let nodes): .list(nodes)
        case .mapping(let mapping): .mapping(mapping.entries)
        }
    }

    mutating func add(_ node: YAMLNode) throws(YAMLFailure) {
        switch content {
        case .list(var nodes):
            content = .list([])
            nodes.append(node)
            content = .list(nodes)
        case .mapping(var mapping):
            content = .list([])
            try mapping.add(node)
            content = .mapping(mapping)
        }
    }
}

/// The entries of a mapping so far, and the key whose value has not come.
private struct OpenMapping {
    var entries: [YAMLNode.Entry] = []
    var key: (text: String, line: Int)?
    private var keys: Set<String> = []

    mutating func add(_ node: YAMLNode) throws(YAMLFailure) {
        if let key {
            entries.append(YAMLNode.Entry(key.text, line: key.line, node))
            self.key = nil
            return
        }
        guard case .text(let text) = node.value else { throw .keyIsNoText(line: node.line) }
        guard keys.insert(text).inserted else {
            throw .duplicateKey(text, line: node.line)
        }
        key = (text, node.line)
    }
}
