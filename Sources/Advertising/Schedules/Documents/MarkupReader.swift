import XMLReading

/// Builds a tree of an XML document, within bounds.
struct MarkupReader {
    static let depthLimit = 64
    static let partLimit = 50_000

    /// The elements that are open, outermost first.
    private var open: [MarkupElement] = []
    private var root: MarkupElement?
    private var isPage = false

    /// Reads a document without a document type.
    static func root(of document: String) throws(AdScheduleError.Reason) -> MarkupElement {
        // In UTF-8, whatever the declaration said.
        let bytes = try PlainMarkup(Array(document.utf8)).bytes
        var reader = MarkupReader()
        let bounds = XMLBounds(depth: depthLimit, partCount: partLimit)
        do throws(XMLFailure) {
            try XMLDocument.read(bytes, within: bounds) { reader.take($0) }
        } catch {
            throw AdScheduleError.Reason(error)
        }
        // A web page is better told what it is than that it is no XML.
        if reader.isPage { throw .unknownRoot("html") }
        guard let root = reader.root else {
            throw .malformedXML(line: 1, "there is nothing in it")
        }
        return root
    }

    /// Returns whether it wants to go on.
    private mutating func take(_ event: XMLEvent) -> Bool {
        switch event {
        case .start(let name, let attributes):
            isPage = open.isEmpty && name.lowercased() == "html"
            let named = attributes.map { (Self.localName($0.name), $0.value) }
            open.append(
                MarkupElement(
                    name: Self.localName(name),
                    attributes: Dictionary(named, uniquingKeysWith: { first, _ in first })))
        case .end:
            guard let closed = open.popLast() else { return false }
            if open.isEmpty {
                root = closed
            } else {
                open[open.count - 1].children.append(closed)
            }
        case .text(let text): open[open.count - 1].text += text
        }
        return !isPage
    }

    private static func localName(_ name: String) -> String {
        name.split(separator: ":").last.map(String.init) ?? name
    }
}

extension AdScheduleError.Reason {
    fileprivate init(_ failure: XMLFailure) {
        self =
            switch failure {
            case .malformed(let line, let code):
                .malformedXML(line: line, XMLMistake.words(forCode: code))
            case .declaresDocumentType: .declaresDocumentType
            case .tooDeep: .tooDeep(limit: MarkupReader.depthLimit)
            case .tooManyParts: .tooManyParts(limit: MarkupReader.partLimit)
            case .tooLarge: .malformedXML(line: 1, "it is too large")
            }
    }
}
