/// A picture that a page can draw.
public struct AdPicture: Hashable, Sendable {
    /// Found in the bytes; what a server said of them does not count.
    public var format: Format
    public var bytes: [UInt8]

    /// What every browser draws.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case gif = "image/gif"
        case webp = "image/webp"
        case avif = "image/avif"

        /// May hold scripts, which run when it is opened as a page: to be served with a content
        /// security policy of `sandbox; default-src 'none'; style-src 'unsafe-inline'`.
        case svg = "image/svg+xml"

        /// The media type.
        public var contentType: String { rawValue }
    }

    /// `nil` if the bytes are no picture that a page can draw.
    public init?(_ bytes: [UInt8]) {
        guard let format = Format(of: bytes) else { return nil }
        self.format = format
        self.bytes = bytes
    }
}

extension AdPicture.Format {
    private static let signatures: [(Self, [UInt8])] = [
        (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        (.jpeg, [0xFF, 0xD8, 0xFF]),
        (.gif, Array("GIF8".utf8)),
    ]

    fileprivate init?(of bytes: [UInt8]) {
        if let (format, _) = Self.signatures.first(where: { bytes.starts(with: $0.1) }) {
            self = format
        } else if bytes.starts(with: Array("RIFF".utf8)),
            bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        {
            self = .webp
        } else if bytes.dropFirst(4).starts(with: Array("ftypavif".utf8)) {
            self = .avif
        } else if Self.isSVG(bytes) {
            self = .svg
        } else {
            return nil
        }
    }

    /// Whether it is markup whose first element that is no comment is `svg`.
    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        var text = Substring(String(decoding: bytes.prefix(4096), as: UTF8.self))
        if text.first == "\u{FEFF}" { text.removeFirst() }
        while true {
            text = text.drop(while: \.isWhitespace)
            if text.hasPrefix("<svg") { return true }
            let end: String
            if text.hasPrefix("<!--") {
                end = "-->"
            } else if text.hasPrefix("<?") || text.hasPrefix("<!") {
                end = ">"
            } else {
                return false
            }
            guard let range = text.firstRange(of: end) else { return false }
            text = text[range.upperBound...]
        }
    }
}
