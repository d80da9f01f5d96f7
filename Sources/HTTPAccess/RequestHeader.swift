/// A header field that only some requests have.
///
/// Any host may see these, including one that a redirect leads to. ``HostCredentials`` holds fields
/// for a single host.
package enum RequestHeader: Hashable, Sendable {
    case accept(String)
    case contentType(String)
    /// Requests titles between the bytes of a stream.
    case icyMetadata
    /// The last received event.
    case lastEventID(String)
    /// Requests only the bytes from this position on.
    case bytes(from: Int)
    /// Requests them only if the entity still has this tag.
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
