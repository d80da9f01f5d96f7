/// How large and how deep a document may be.
package struct YAMLBounds: Hashable, Sendable {
    package var byteCount: Int
    /// Lists and mappings within one another.
    package var depth: Int
    /// Texts, lists and mappings together, keys included.
    package var nodeCount: Int

    package init(byteCount: Int = 1 << 20, depth: Int = 16, nodeCount: Int = 50_000) {
        self.byteCount = byteCount
        self.depth = depth
        self.nodeCount = nodeCount
    }
}
