import CLibXML2
import MediaTime

/// One document on its way through libxml2.
final class XMLReading {
    private let bounds: XMLBounds
    private let take: (XMLEvent) -> Bool
    private var context: xmlParserCtxtPtr?
    private var depth = 0
    private var partCount = 0
    private var hasEnded = false
    private var failure: XMLFailure?

    init(_ bounds: XMLBounds, _ take: @escaping (XMLEvent) -> Bool) {
        self.bounds = bounds
        self.take = take
    }

    /// Returns what is wrong with the document. Call once.
    func read(_ document: [UInt8]) -> XMLFailure? {
        var handler = Self.handler
        let this = Unmanaged.passUnretained(self).toOpaque()
        guard let context = xmlCreatePushParserCtxt(&handler, this, nil, 0, nil) else {
            return .malformed(line: 1, code: Int(XML_ERR_NO_MEMORY.rawValue))
        }
        defer { xmlFreeParserCtxt(context) }
        self.context = context
        // NOENT replaces `&amp;` in the value of an attribute too. No other entity can be declared, as
        // a document type ends the reading.
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue
        xmlCtxtUseOptions(context, CInt(options | XML_PARSE_NOENT.rawValue))
        document.withUnsafeBytes { bytes in
            let characters = bytes.bindMemory(to: CChar.self).baseAddress
            _ = xmlParseChunk(context, characters, CInt(bytes.count), 1)
        }
        return failure
    }

    /// The line that libxml2 has reached.
    private var line: Int {
        guard let input = context?.pointee.input else { return 1 }
        return max(1, Int(input.pointee.line))
    }

    /// Reads no more; the first reason counts.
    private func stop(because reason: XMLFailure? = nil) {
        guard !hasEnded else { return }
        hasEnded = true
        failure = reason
        xmlStopParser(context)
    }
}

// MARK: - What libxml2 reports

extension XMLReading {
    fileprivate func began(_ name: String, _ attributes: [XMLEvent.Attribute]) {
        guard !hasEnded else { return }
        depth += 1
        partCount += 1 + attributes.count
        guard depth <= bounds.depth else { return stop(because: .tooDeep(line: line)) }
        guard partCount <= bounds.partCount else { return stop(because: .tooManyParts(line: line)) }
        hand(.start(name, attributes))
    }

    fileprivate func ended() {
        guard !hasEnded else { return }
        depth -= 1
        hand(.end)
        if depth == 0 { stop() }
    }

    fileprivate func found(_ text: String) {
        guard !hasEnded else { return }
        hand(.text(text))
    }

    fileprivate func declaresDocumentType() {
        stop(because: .declaresDocumentType(line: line))
    }

    fileprivate func failed(_ error: xmlError) {
        // The others are mistakes of namespaces, which no reader here needs, and warnings.
        guard error.level == XML_ERR_FATAL else { return }
        stop(because: .malformed(line: line, code: Int(error.code)))
    }

    private func hand(_ event: XMLEvent) {
        if !take(event) { stop() }
    }
}

// MARK: - libxml2's calls

extension XMLReading {
    /// Without a function for entities, none but the predefined ones are known; without one for
    /// CDATA, it is reported as other text is.
    private static var handler: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = 0xDEED_BEAF  // XML_SAX2_MAGIC
        handler.startElementNs = { this, name, prefix, _, spaceCount, spaces, count, _, values in
            var attributes = XMLReading.namespaces(spaces, count: Int(spaceCount))
            attributes += XMLReading.attributes(values, count: Int(count))
            XMLReading.reading(this)?.began(XMLReading.name(name, after: prefix), attributes)
        }
        handler.endElementNs = { this, _, _, _ in XMLReading.reading(this)?.ended() }
        handler.characters = { this, characters, count in
            XMLReading.reading(this)?.found(XMLReading.text(characters, count: Int(count)))
        }
        handler.internalSubset = { this, _, _, _ in
            XMLReading.reading(this)?.declaresDocumentType()
        }
        handler.serror = { this, error in
            if let error { XMLReading.reading(this)?.failed(error.pointee) }
        }
        return handler
    }

    private static func reading(_ this: UnsafeMutableRawPointer?) -> XMLReading? {
        this.map { Unmanaged<XMLReading>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func text(_ characters: UnsafePointer<xmlChar>?, count: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: characters, count: count), as: UTF8.self)
    }

    private static func name(
        _ name: UnsafePointer<xmlChar>?, after prefix: UnsafePointer<xmlChar>?
    ) -> String {
        let local = name.map { String(cString: $0) } ?? ""
        return prefix.map { "\(String(cString: $0)):\(local)" } ?? local
    }

    /// Pairs of a prefix, if any, and an address.
    private static func namespaces(
        _ spaces: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
    ) -> [XMLEvent.Attribute] {
        guard let spaces else { return [] }
        return (0..<count).map { index in
            let prefix = spaces[2 * index].map { "xmlns:\(String(cString: $0))" }
            let value = spaces[2 * index + 1].map { String(cString: $0) }
            return XMLEvent.Attribute(prefix ?? "xmlns", value ?? "")
        }
    }

    /// Each has five pointers: its name, prefix and address, and the beginning and end of its value.
    private static func attributes(
        _ values: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
    ) -> [XMLEvent.Attribute] {
        guard let values else { return [] }
        return (0..<count).map { index in
            let parts = values + 5 * index
            let value = parts[3].flatMap { start in
                parts[4].map { text(start, count: $0 - start) }
            }
            return XMLEvent.Attribute(name(parts[0], after: parts[1]), value ?? "")
        }
    }
}
