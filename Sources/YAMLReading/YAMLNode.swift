/// A value in a YAML document, and the line where it begins.
package struct YAMLNode: Hashable, Sendable {
    package var value: Value

    /// Counts from 1.
    package var line: Int

    package init(_ value: Value, line: Int) {
        self.value = value
        self.line = line
    }

    package enum Value: Hashable, Sendable {
        /// A scalar as text: numbers and truth values are not interpreted. A missing value is the
        /// empty text.
        case text(String)

        case list([YAMLNode])

        /// The entries in the order of the document. No key occurs twice.
        case mapping([Entry])
    }

    package struct Entry: Hashable, Sendable {
        package var key: String

        /// The line of the key, counting from 1.
        package var line: Int
        package var node: YAMLNode

        package init(_ key: String, line: Int, _ node: YAMLNode) {
            self.key = key
            self.line = line
            self.node = node
        }
    }
}
