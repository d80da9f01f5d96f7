import Foundation
import FoundationXML

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

/// Parses an XML document into a tree, within limits.
final class MarkupReader: NSObject {
    static let depthLimit = 64
    static let partLimit = 50_000

    /// The open elements, outermost first.
    private var open: [MarkupElement] = []
    private var root: MarkupElement?
    private var partCount = 0
    private var failure: AdScheduleError.Reason?

    /// Parses a document that has no document type.
    static func root(of document: String) throws(AdScheduleError.Reason) -> MarkupElement {
        // The text is UTF-8 here, whatever the XML declaration says.
        let data = Data(try PlainMarkup(Array(document.utf8)).bytes)
        // Foundation's parser traps on up to 4 bytes, and no schedule is that short.
        guard data.count > 4 else { throw .malformedXML(line: 1, "there is nothing in it") }
        let reader = MarkupReader()
        let parser = XMLParser(data: data)
        parser.delegate = reader
        _ = parser.parse()
        if let failure = reader.failure { throw failure }
        guard let root = reader.root else {
            throw .malformedXML(line: parser.lineNumber, "it breaks off")
        }
        return root
    }
}

extension MarkupReader: XMLParserDelegate {
    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        guard failure == nil, root == nil else { return }
        // For a web page, "html" is a better explanation than a syntax error.
        if open.isEmpty, elementName.lowercased() == "html" { fail(.unknownRoot("html"), parser) }
        partCount += 1 + attributes.count
        if open.count == Self.depthLimit { fail(.tooDeep(limit: Self.depthLimit), parser) }
        if partCount > Self.partLimit { fail(.tooManyParts(limit: Self.partLimit), parser) }
        let named = attributes.map { (Self.localName($0.key), $0.value) }
        open.append(
            MarkupElement(
                name: Self.localName(elementName),
                attributes: Dictionary(named, uniquingKeysWith: { first, _ in first })))
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard failure == nil, let closed = open.popLast() else { return }
        if open.isEmpty {
            root = closed
        } else {
            open[open.count - 1].children.append(closed)
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard failure == nil, !open.isEmpty else { return }
        open[open.count - 1].text += string
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
        self.parser(parser, foundCharacters: String(decoding: block, as: UTF8.self))
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        let code = (error as NSError).code
        // Text after the root element and undeclared prefixes do no harm.
        guard failure == nil, root == nil, !Self.namespaceErrors.contains(code) else { return }
        let words = XMLMistake.words(forCode: code)
        fail(.malformedXML(line: max(1, parser.lineNumber), words), parser)
    }

    /// The codes of namespace errors and warnings in libxml2's `xmlParserErrors`.
    private static let namespaceErrors: Set = [99, 100, 200, 201, 202, 203, 204, 205]

    private func fail(_ reason: AdScheduleError.Reason, _ parser: XMLParser) {
        failure = failure ?? reason
        parser.abortParsing()
    }

    private static func localName(_ name: String) -> String {
        name.split(separator: ":").last.map(String.init) ?? name
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
