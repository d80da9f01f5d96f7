/// A header field that only some requests have.
///
/// Any host may see these, also one that a redirect leads to. What one host only may see is in
/// ``HostCredentials``.
package enum RequestHeader: Hashable, Sendable {
    case accept(String)
    case contentType(String)
    /// Titles are wanted between the bytes of a stream.
    case icyMetadata
    /// The last event that was received.
    case lastEventID(String)
    /// Only the bytes from this position on are wanted.
    case bytes(from: Int)
    /// Only if they are the ones with this tag.
    case ifTagged(String)

    var header: WebHeader {
        switch self {
        case .accept(let type): WebHeader("Accept", type)
        case .contentType(let type): WebHeader("Content-Type", type)
        case .icyMetadata: WebHeader("Icy-MetaData", "1")
        case .lastEventID(let id): WebHeader("Last-Event-ID", id)
        case .bytes(let position): WebHeader("Range", "bytes=\(position)-")
        case .ifTagged(let tag): WebHeader("If-Range", tag)
        }
    }
}
