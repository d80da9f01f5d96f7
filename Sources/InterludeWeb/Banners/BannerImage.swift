/// An image that a page may show.
struct BannerImage: Hashable, Sendable {
    let bytes: [UInt8]
    let format: Format

    /// What browsers show and cannot be a page, or a text of somebody's.
    enum Format: Hashable, Sendable, CaseIterable {
        case png
        case jpeg
        case gif
        case webp
        case svg

        var contentType: String {
            switch self {
            case .png: "image/png"
            case .jpeg: "image/jpeg"
            case .gif: "image/gif"
            case .webp: "image/webp"
            case .svg: "image/svg+xml"
            }
        }

        /// Whether a file is one of these, by how it begins.
        fileprivate func matches(_ bytes: [UInt8]) -> Bool {
            guard self != .svg else { return Self.isSVG(bytes) }
            return bytes.count > beginning.count
                && zip(bytes, beginning).allSatisfy { $1 == nil || $0 == $1 }
        }

        /// Whether a text begins as XML does and has its `svg` element soon.
        private static func isSVG(_ bytes: [UInt8]) -> Bool {
            let beginning = String(decoding: bytes.prefix(2_000), as: UTF8.self)
                .trimmingPrefix { $0.isWhitespace || $0 == "\u{FEFF}" }
            return beginning.hasPrefix("<") && beginning.contains("<svg")
                && !beginning.lowercased().contains("<html")
        }

        /// How a file of it begins; `nil` stands for any byte.
        private var beginning: [UInt8?] {
            switch self {
            case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            case .jpeg: [0xFF, 0xD8, 0xFF]
            case .gif: Array("GIF8".utf8)
            case .webp: Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)
            case .svg: []
            }
        }
    }

    /// Takes `bytes` for what they begin as, whatever they are called; `nil` if that is no image.
    init?(_ bytes: [UInt8]) {
        guard let format = Format.allCases.first(where: { $0.matches(bytes) }) else { return nil }
        self.bytes = bytes
        self.format = format
    }
}
