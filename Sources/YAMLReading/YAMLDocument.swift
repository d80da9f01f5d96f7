import CYAML

/// Reads a YAML document with libyaml.
package enum YAMLDocument {
    /// Reads a document in UTF-8. Returns `nil` if it has only comments or nothing.
    ///
    /// Anchors and tags are refused wherever they stand, so a value is what the file shows. Throws
    /// the first mistake.
    package static func read(
        _ document: [UInt8], within bounds: YAMLBounds = YAMLBounds()
    ) throws(YAMLFailure) -> YAMLNode? {
        guard document.count <= bounds.byteCount else { throw .tooLarge }
        var events = YAMLEvents(document)
        var builder = YAMLBuilder(within: bounds)
        while let event = try events.next() {
            try builder.take(event)
        }
        return builder.root
    }
}

/// A part of a document, and the line where it begins.
struct YAMLEvent: Hashable {
    var kind: Kind
    var line: Int

    enum Kind: Hashable {
        case document
        case text(String)
        case listStart
        case mappingStart
        case end
        case aliasOrTag
    }
}
