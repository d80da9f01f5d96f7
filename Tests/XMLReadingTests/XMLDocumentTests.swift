import Testing
import XMLReading

@Suite("An XML document")
struct XMLDocumentTests {
    @Test("is reported in document order")
    func order() throws {
        let events = try events(
            "<?xml version=\"1.0\"?><!-- x --><a b=\"1\" n:c='&lt;2'><n:d/>t<![CDATA[<u>]]></a>")
        #expect(
            events == [
                .start("a", [.init("b", "1"), .init("n:c", "<2")]), .start("n:d", []), .end,
                .text("t"), .text("<u>"), .end,
            ])
    }

    @Test("reports its namespaces as attributes")
    func namespaces() throws {
        let events = try events("<a xmlns=\"http://d.example\" xmlns:n=\"http://n.example\"/>")
        #expect(
            events == [
                .start(
                    "a",
                    [.init("xmlns", "http://d.example"), .init("xmlns:n", "http://n.example")]),
                .end,
            ])
    }

    @Test(
        "has the predefined entities and numbered characters replaced",
        arguments: [("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"), ("&#65;&#x1F44D;", "A👍")])
    func entities(written: String, text: String) throws {
        let found = try events("<a>\(written)</a>").reduce(into: "") { found, event in
            if case .text(let part) = event { found += part }
        }
        #expect(found == text)
    }

    @Test("has them replaced in the value of an attribute too")
    func entitiesOfAttributes() throws {
        let events = try events(
            "<a b=\"x?c=1&amp;d=2&#38;e\" xmlns:n='http://n.example/?a&amp;b'/>")
        let attributes = [
            XMLEvent.Attribute("xmlns:n", "http://n.example/?a&b"), .init("b", "x?c=1&d=2&e"),
        ]
        #expect(events == [.start("a", attributes), .end])
    }

    @Test("is in UTF-8, whatever it declares")
    func encoding() throws {
        let events = try events("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>é</a>")
        #expect(events == [.start("a", []), .text("é"), .end])
    }

    @Test(
        "that is malformed gives the line and libxml2's code",
        arguments: [
            ("<a>\n<b>\n</a>", 3, 76), ("<a>", 1, 5), ("", 1, 5), ("<", 1, 5),
            ("<a>\n&none;</a>", 2, 26), ("<a b='1' b='2'/>", 1, 42), ("<a>& </a>", 1, 68),
            ("text", 1, 4), ("<a>\u{1}</a>", 1, 9), ("<a b=1/>", 1, 39),
        ])
    func mistakes(document: String, line: Int, code: Int) {
        #expect(throws: XMLFailure.malformed(line: line, code: code)) { try events(document) }
    }

    @Test(
        "has no document type, which could declare entities or name files",
        arguments: [
            "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
            "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
            "<!DOCTYPE a [<!ENTITY % p SYSTEM \"http://a.example/d\"> %p;]><a/>",
            "<!DOCTYPE a><a/>",
        ])
    func documentType(document: String) {
        #expect(throws: XMLFailure.declaresDocumentType(line: 1)) { try events(document) }
    }

    @Test("is read up to its root's end, or to where the caller stops")
    func end() throws {
        #expect(try events("<a/> & what follows <") == [.start("a", []), .end])
        var count = 0
        try XMLDocument.read(Array("<a><b/><c>".utf8)) { _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
    }

    @Test("has bounds for its size, its depth and its parts")
    func bounds() throws {
        let bounds = XMLBounds(byteCount: 40, depth: 2, partCount: 4)
        #expect(try events("<a><b c='1' d='2'/></a>", within: bounds).count == 4)
        #expect(throws: XMLFailure.tooDeep(line: 2)) {
            try events("<a><b>\n<c/></b></a>", within: bounds)
        }
        #expect(throws: XMLFailure.tooManyParts(line: 1)) {
            try events("<a><b/><b/><b/><b/></a>", within: bounds)
        }
        #expect(throws: XMLFailure.tooManyParts(line: 1)) {
            try events("<a b='1' c='2' d='3' e='4'/>", within: bounds)
        }
        #expect(throws: XMLFailure.tooLarge) {
            try events("<a>\(String(repeating: " ", count: 40))</a>", within: bounds)
        }
    }

    @Test(
        "may have 8 MiB, 64 elements within one another and 50 000 parts by default",
        arguments: [
            (XMLBounds().byteCount, 8 << 20), (XMLBounds().depth, 64),
            (XMLBounds().partCount, 50_000),
        ])
    func defaultBounds(bound: Int, value: Int) {
        #expect(bound == value)
    }

    @Test("may be exactly as large as its bound")
    func exactSize() throws {
        let bounds = XMLBounds(byteCount: 4)
        #expect(try events("<a/>", within: bounds) == [.start("a", []), .end])
        #expect(throws: XMLFailure.tooLarge) { try events("<a/> ", within: bounds) }
    }

    @Test(
        "may have mistakes that do not hide what it says",
        arguments: [
            "<a n:b='1'/>", "<a xmlns='a b'/>", "<a xmlns='b'/>", "<a xml:lang='?'/>",
            "<a xml:space='?'/>", "<a xmlns:n='u:u' xmlns:m='u:u' n:b='1' m:b='2'/>",
        ])
    func harmless(document: String) throws {
        #expect(try events(document).last == .end)
    }

    @Test("keeps its white space")
    func whiteSpace() throws {
        let events = try events("<a>\n <b> </b> </a>")
        let text: [XMLEvent] = events.filter { if case .text = $0 { true } else { false } }
        #expect(text == [.text("\n "), .text(" "), .text(" ")])
    }

    @Test("may use an undeclared prefix")
    func prefixes() throws {
        #expect(try events("<n:a n:b='1'/>") == [.start("n:a", [.init("n:b", "1")]), .end])
    }

    private func events(
        _ document: String, within bounds: XMLBounds = XMLBounds()
    ) throws(XMLFailure) -> [XMLEvent] {
        var events: [XMLEvent] = []
        try XMLDocument.read(Array(document.utf8), within: bounds) {
            events.append($0)
            return true
        }
        return events
    }
}
