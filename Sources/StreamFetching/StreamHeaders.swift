import HTTPAccess
import MediaTime
import PlainText

/// The headers of a stream's response.
package struct StreamHeaders: Hashable, Sendable {
    /// The stream's address, after playlists and redirects.
    package var address: WebAddress

    /// The media type in lower case and without parameters; `nil` if none was declared.
    package var contentType: String?

    /// The size of the body in bytes, including metadata; `nil` if the server does not declare it.
    package var contentLength: Int?

    /// `icy-name`: the station's name.
    package var name: String?

    /// `icy-genre`.
    package var genre: String?

    /// `icy-br`: the bit rate that the station declares, in kb/s.
    package var kilobitsPerSecond: Int?

    /// `icy-metaint`: bytes of audio between two blocks of metadata; `nil` if there are none.
    package var metadataInterval: Int?

    /// Whether the stream is endless: it has ICY headers, or no length. Its end is then a failure.
    package var isLive: Bool

    /// How many letters of a station's texts are kept.
    private static let textLimit = 200
    /// A limit on ``metadataInterval`` that no station reaches.
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
