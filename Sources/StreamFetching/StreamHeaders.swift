import HTTPAccess
import MediaTime
import PlainText

/// What a server says of a stream before its first byte.
package struct StreamHeaders: Hashable, Sendable {
    /// Where the stream comes from, after playlists and redirects.
    package var address: WebAddress

    /// The media type in lower case and without parameters, or `nil` if none was named.
    package var contentType: String?

    /// How many bytes the body has, metadata included, or `nil` if the server does not say.
    package var contentLength: Int?

    /// `icy-name`: what the station calls itself.
    package var name: String?

    /// `icy-genre`.
    package var genre: String?

    /// `icy-br`: kilobits a second, as the station says.
    package var kilobitsPerSecond: Int?

    /// `icy-metaint`: bytes of audio between two blocks of metadata, or `nil` if there are none.
    package var metadataInterval: Int?

    /// Whether the stream goes on without end, so that an end is a fault: it is one of a station
    /// (ICY), or has no length.
    package var isLive: Bool

    /// How many letters of what a station says of itself are kept.
    private static let textLimit = 200
    /// More bytes than any station leaves between two blocks of metadata.
    private static let longestInterval = 1 << 30

    init(_ response: WebResponse) {
        let icy = { (field: String) in
            response[header: "icy-\(field)"].map { $0.printable(limit: Self.textLimit) }
        }
        address = response.address
        contentType = response.contentType
        contentLength = response.contentLength
        name = icy("name")
        genre = icy("genre")
        kilobitsPerSecond = icy("br").flatMap { Int($0.prefix { $0 != "," }) }
        metadataInterval = icy("metaint").flatMap { Int($0) }.flatMap {
            (1...Self.longestInterval).contains($0) ? $0 : nil
        }
        isLive =
            contentLength == nil || metadataInterval != nil || name != nil
            || kilobitsPerSecond != nil
    }
}
