/// What comes next in an XML document.
package enum XMLEvent: Hashable, Sendable {
    /// An element begins. Its name and those of its attributes keep their prefixes; declared
    /// namespaces come first, as the attributes `xmlns` and `xmlns:…`.
    case start(String, [Attribute])

    /// The innermost open element ends.
    case end

    /// Text in the innermost open element, a part of it or all. Predefined entities and numbered
    /// characters are replaced; CDATA is text.
    case text(String)

    package struct Attribute: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
