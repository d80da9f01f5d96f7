import XMLReading

/// Parses an XML document into a list of its elements, in order of their start tags.
struct MarkupReader {
    struct Element {
        let name: String
        let attributes: [String: String]
        /// The text of the element and its descendants.
        var text = ""
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []

    init(_ document: [UInt8]) throws {
        try XMLDocument.read(document) { event in
            switch event {
            case .start(let name, let attributes):
                open.append(elements.count)
                let named = attributes.map { ($0.name, $0.value) }
                elements.append(
                    Element(name: name, attributes: Dictionary(uniqueKeysWithValues: named)))
            case .end: open.removeLast()
            case .text(let text): for index in open { elements[index].text += text }
            }
            return true
        }
    }

    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }
}
