/// One header field of a request or a response.
package struct WebHeader: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Parses `NAME: VALUE`, as typed; `nil` if the name or the colon is missing, or if there is a
    /// character that a header must not contain.
    package init?(parsing text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = text[..<colon].utf8
        let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter),
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else { return nil }
        self.init(String(text[..<colon]), String(value))
    }
}

extension UInt8 {
    /// `tchar` of RFC 9110, 5.6.2.
    fileprivate var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}

/// A header field that only some requests have.
///
/// Any host may see these, including one that a redirect leads to. ``HostCredentials`` holds fields
/// for a single host.
package enum RequestHeader: Hashable, Sendable {
    case accept(String)
    /// Accepts a whole body that is compressed as gzip. ``WebResponse/document(maximumByteCount:onBytes:)``
    /// inflates it; streams have no compression.
    case gzip
    case contentType(String)
    /// Requests titles between the bytes of a stream.
    case icyMetadata
    /// The last received event.
    case lastEventID(String)
    /// Requests only the bytes from this position on.
    case bytes(from: Int)
    /// Requests only these bytes, at least one.
    case byteRange(Range<Int>)
    /// Requests them only if the body still has this tag or date.
    case ifRange(String)
    /// Requests the body only if it has no longer this tag.
    case ifNoneMatch(String)
    /// Requests the body only if it was changed after this date.
    case ifModifiedSince(String)

    /// Whether the answer may be 304, which has no body.
    var isCondition: Bool {
        switch self {
        case .ifNoneMatch, .ifModifiedSince: true
        case .accept, .gzip, .contentType, .icyMetadata, .lastEventID, .bytes, .byteRange, .ifRange:
            false
        }
    }

    var header: WebHeader {
        switch self {
        case .accept(let type): WebHeader("Accept", type)
        case .gzip: WebHeader("Accept-Encoding", "gzip")
        case .contentType(let type): WebHeader("Content-Type", type)
        case .icyMetadata: WebHeader("Icy-MetaData", "1")
        case .lastEventID(let id): WebHeader("Last-Event-ID", id)
        case .bytes(let position): WebHeader("Range", "bytes=\(position)-")
        case .byteRange(let range):
            WebHeader("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")
        case .ifRange(let validator): WebHeader("If-Range", validator)
        case .ifNoneMatch(let tag): WebHeader("If-None-Match", tag)
        case .ifModifiedSince(let date): WebHeader("If-Modified-Since", date)
        }
    }
}
