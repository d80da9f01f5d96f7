import PlainText

/// An element of an XML document with all that is in it.
struct MarkupElement: Hashable, Sendable {
    /// Without a namespace's prefix, since servers agree on none.
    var name: String

    /// By their names without prefixes.
    var attributes: [String: String] = [:]

    /// The text that is directly in it, CDATA included.
    var text = ""

    var children: [MarkupElement] = []
}

extension MarkupElement {
    /// The elements of that name directly in this one; the case of letters does not count.
    func all(_ name: String) -> [MarkupElement] {
        children.filter { $0.isNamed(name) }
    }

    func first(_ name: String) -> MarkupElement? {
        children.first { $0.isNamed(name) }
    }

    /// The elements at the end of a path of names, all of them on each step.
    func all(_ path: [String]) -> [MarkupElement] {
        path.reduce([self]) { found, name in found.flatMap { $0.all(name) } }
    }

    func isNamed(_ name: String) -> Bool {
        self.name.lowercased() == name.lowercased()
    }

    /// An attribute's value; `nil` without one, or with an empty one.
    func attribute(_ name: String) -> String? {
        let found =
            attributes[name] ?? attributes.first { $0.key.lowercased() == name.lowercased() }?.value
        return found.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    }

    /// The text of an element directly in this one; `nil` without one, or with an empty one.
    func content(_ name: String) -> String? {
        first(name).flatMap { $0.text.trimmed.isEmpty ? nil : $0.text.trimmed }
    }

    /// What stands under a name, as an attribute or as an element.
    func value(_ name: String) -> String? {
        attribute(name) ?? content(name)
    }
}
