import XMLReading

/// XML documents with their declarations.
enum MarkupFuzz: FuzzTarget {
    static let name = "markup"
    static let kind = FuzzKind.text
    static let words =
        ScheduleWords.markup + [
            "<!DOCTYPE a [<!ENTITY b \"c\">]>", "&b;", "%b;", "<?xml version=\"1.0\"?>", "xmlns:",
            "<![CDATA[", "]]>", "<!--", "-->", "&#x41;", "SYSTEM \"file:///\"",
        ]

    /// libxml2 keeps each thread's last error, some hundred bytes.
    static let keptBytes = 1024

    static func run(_ bytes: [UInt8]) {
        let bounds = XMLBounds(byteCount: 1 << 16, depth: 8, partCount: 100)
        var depth = 0
        var partCount = 0
        // try?: a malformed document is refused.
        try? XMLDocument.read(bytes, within: bounds) { event in
            switch event {
            case .start(_, let attributes):
                depth += 1
                partCount += 1 + attributes.count
            case .end: depth -= 1
            case .text: precondition(depth > 0, "a text is outside of the root")
            }
            precondition((0...bounds.depth).contains(depth), "elements are not nested")
            precondition(partCount <= bounds.partCount, "there are too many parts")
            return true
        }
    }
}
