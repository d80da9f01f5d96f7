/// A document that is not a schedule. The description is one line and says what to try.
public struct AdScheduleError: Error, Hashable {
    /// The document's origin.
    public var address: String

    public var reason: Reason

    public init(_ reason: Reason, in address: String) {
        self.address = address
        self.reason = reason
    }

    public enum Reason: Error, Hashable, Sendable {
        case empty
        case tooLarge(maximumByteCount: Int)
        /// Neither JSON nor XML.
        case unknownFormat
        /// The document is compressed with gzip.
        case compressed
        /// JSON that is incomplete or invalid, with the parser's message.
        case malformedJSON(String)
        /// XML that is incomplete or invalid.
        case malformedXML(line: Int, String)
        /// A document type declaration, which may define entities.
        case declaresDocumentType
        /// Elements or values nested deeper than `limit`.
        case tooDeep(limit: Int)
        case tooManyParts(limit: Int)
        /// One tag has more attributes than `limit`.
        case tooManyAttributes(limit: Int)
        /// XML with a root element that no schedule has.
        case unknownRoot(String)
        /// JSON without any key of a schedule, with the keys found.
        case unknownKeys([String])
        /// The server refused the request, with its message.
        case refused(String)
    }
}

extension AdScheduleError: CustomStringConvertible {
    public var description: String { "\(address): \(reason.words)" }
}

extension AdScheduleError.Reason {
    var words: String {
        switch self {
        case .empty:
            "is empty; ask the server for the schedule again"
        case .tooLarge(let maximum):
            "is larger than the \(maximum) bytes that a schedule may have; name another document"
        case .unknownFormat:
            "is neither JSON nor XML; name an Uplynk preplay response, a VAST or a VMAP document"
        case .compressed:
            "is compressed; decompress it with gunzip, or request it uncompressed"
        case .malformedJSON(let words):
            "is not valid JSON (\(words)); ask the server for it again"
        case .malformedXML(let line, let words):
            "is not valid XML (line \(line): \(words)); ask the server for it again"
        case .declaresDocumentType:
            "declares a document type, which no schedule needs; remove its <!DOCTYPE>"
        case .tooDeep(let limit):
            "is nested deeper than \(limit) levels; it is not a schedule"
        case .tooManyParts(let limit):
            "has more than \(limit) parts; split it into several"
        case .tooManyAttributes(let limit):
            "has more than \(limit) attributes in one tag; it is not a schedule"
        case .unknownRoot(let name) where name.lowercased() == "html":
            "is a web page; name the address of the document itself"
        case .unknownRoot("VideoAdServingTemplate"):
            "is VAST 1, which is obsolete; request VAST 2 or later"
        case .unknownRoot(let name):
            "is XML with the root <\(name.printable)>; name a VAST or a VMAP document"
        case .unknownKeys(let keys) where keys.isEmpty:
            "is JSON without any key of a schedule; name a response with \"ads\" in it"
        case .unknownKeys(let keys):
            "is JSON with \(keys.map { "\"\($0.printable)\"" }.joined(separator: ", ")), but "
                + "none of \"ads\", \"next_time\", \"vmap\", \"adBreaks\"; name a schedule"
        case .refused(let words):
            "has the server's refusal \"\(words.printable)\"; check the request"
        }
    }
}

extension String {
    /// The text for one line: without line breaks or control characters, and shortened.
    var printable: String {
        let isPlain = { (character: Character) in
            character.unicodeScalars.allSatisfy { !$0.properties.isControl } && !character.isNewline
        }
        let head = prefix(80)
        let line = String(head.map { isPlain($0) ? $0 : " " })
        return head.endIndex < endIndex ? line.dropLast() + "…" : line
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .format }
}
