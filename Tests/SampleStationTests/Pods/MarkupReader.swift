import Foundation
import FoundationXML

/// Parses an XML document into a list of its elements, in order of their start tags.
final class MarkupReader: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        /// The text of the element and its descendants.
        var text = ""
    }

    private(set) var elements: [Element] = []
    private var open: [Int] = []

    init(_ document: [UInt8]) throws {
        super.init()
        let parser = XMLParser(data: Data(document))
        parser.delegate = self
        if !parser.parse() { throw parser.parserError ?? CocoaError(.propertyListReadCorrupt) }
    }

    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        for index in open { elements[index].text += text }
    }

    func parser(_ parser: XMLParser, foundCDATA data: Data) {
        for index in open { elements[index].text += String(decoding: data, as: UTF8.self) }
    }
}
