/// How large and how deep a document may be.
package struct XMLBounds: Hashable, Sendable {
    package var byteCount: Int
    /// Elements within elements, the root included.
    package var depth: Int
    /// Elements and attributes together.
    package var partCount: Int

    package init(byteCount: Int = 8 << 20, depth: Int = 64, partCount: Int = 50_000) {
        self.byteCount = byteCount
        self.depth = depth
        self.partCount = partCount
    }
}
