import PlainText
import XMLReading

/// An element of an XML document with its content.
struct MarkupElement: Hashable, Sendable {
    /// Without a namespace prefix, because servers use different ones.
    var name: String

    /// By name without a prefix.
    var attributes: [String: String] = [:]

    /// The element's own text, including CDATA.
    var text = ""

    var children: [MarkupElement] = []
}

extension MarkupElement {
    /// The child elements with that name, ignoring case.
    func all(_ name: String) -> [MarkupElement] {
        children.filter { $0.isNamed(name) }
    }

    func first(_ name: String) -> MarkupElement? {
        children.first { $0.isNamed(name) }
    }

    /// The elements at the end of a path of names, following every match at each step.
    func all(_ path: [String]) -> [MarkupElement] {
        path.reduce([self]) { found, name in found.flatMap { $0.all(name) } }
    }

    func isNamed(_ name: String) -> Bool {
        self.name.lowercased() == name.lowercased()
    }

    /// An attribute's value; `nil` if it is missing or empty.
    func attribute(_ name: String) -> String? {
        let found =
            attributes[name] ?? attributes.first { $0.key.lowercased() == name.lowercased() }?.value
        return found.flatMap { $0.trimmed.isEmpty ? nil : $0.trimmed }
    }

    /// The text of a child element; `nil` if it is missing or empty.
    func content(_ name: String) -> String? {
        first(name).flatMap { $0.text.trimmed.isEmpty ? nil : $0.text.trimmed }
    }

    /// The value of an attribute or a child element.
    func value(_ name: String) -> String? {
        attribute(name) ?? content(name)
    }
}

/// Builds the tree of an XML document, within bounds.
struct MarkupReader {
    static let depthLimit = 64
    static let partLimit = 50_000

    /// The open elements, outermost first.
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
        // For a web page, its kind is the better error.
        if reader.isPage { throw .unknownRoot("html") }
        guard let root = reader.root else {
            throw .malformedXML(line: 1, "there is nothing in it")
        }
        return root
    }

    /// Returns whether reading goes on.
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

/// Messages for libxml2's errors.
enum XMLMistake {
    /// `code` is an `xmlParserErrors` value of libxml2.
    static func words(forCode code: Int) -> String {
        switch code {
        case 4, 5: "it breaks off"
        case 9: "a character that XML does not allow"
        case 26: "an entity that is not declared"
        case 22, 23: "an ampersand that should be written &amp;"
        case 38, 39, 40, 41: "a mistake in an attribute"
        case 42: "an attribute stands there twice"
        case 68, 73: "a mistake in a tag"
        case 76: "a tag ends another than the open one"
        case 77: "an element does not end"
        default: "mistake \(code) of libxml2"
        }
    }
}
