import AdDisplay
import HTTPAccess
import Synchronization

/// The pictures of ads, fetched and kept by the player, so that a page contacts no other server.
///
/// Callable from any thread.
package final class AdPictures: Sendable {
    let files: AdFiles
    private let kept = Mutex<[Entry]>([])

    private typealias Fetching = Task<Result<AdPicture, AdLoadError>, Never>

    private struct Entry {
        let image: AdImage
        /// In progress or finished; all requests for a picture share one fetch.
        let fetching: Fetching
    }

    /// More than a page shows at once.
    private static let keptCount = 16

    private static let maximumByteCount = 2 << 20

    /// `options` are those of the ads' session.
    package init(_ options: SessionOptions) {
        files = AdFiles(options)
    }

    /// The picture, fetched only if it is not kept.
    package func picture(_ image: AdImage) async throws(AdLoadError) -> AdPicture {
        let fetching = kept.withLock { kept in
            kept.first { $0.image == image }?.fetching ?? begin(image, &kept)
        }
        return try await outcome(of: fetching)
    }

    /// Fetches the picture again, because it may have changed.
    @discardableResult
    func fetch(_ image: AdImage) async throws(AdLoadError) -> AdPicture {
        try await outcome(of: kept.withLock { begin(image, &$0) })
    }

    private func begin(_ image: AdImage, _ kept: inout [Entry]) -> Fetching {
        let (files, provenance) = (files, provenance(of: image))
        let fetching = Fetching {
            do throws(AdLoadError) {
                return .success(try await Self.picture(at: image.place, from: provenance, files))
            } catch {
                return .failure(error)
            }
        }
        kept.removeAll { $0.image == image }
        kept.append(Entry(image: image, fetching: fetching))
        if kept.count > Self.keptCount { kept.removeFirst() }
        return fetching
    }

    /// Waits for the picture. After a failure, the next request fetches it again.
    private func outcome(of fetching: Fetching) async throws(AdLoadError) -> AdPicture {
        let result = await fetching.value
        if case .failure = result {
            kept.withLock { $0.removeAll { $0.fetching == fetching } }
        }
        return try result.get()
    }

    private static func picture(
        at place: String, from provenance: AddressProvenance, _ files: AdFiles
    ) async throws(AdLoadError) -> AdPicture {
        let (place, bytes) = try await files.fetch(
            place, from: provenance, maximumByteCount: maximumByteCount)
        guard let picture = AdPicture(bytes) else {
            throw .unusable(
                "\(place): no picture that a page can draw; use PNG, JPEG, GIF, WebP, AVIF or SVG")
        }
        return picture
    }

    private func provenance(of image: AdImage) -> AddressProvenance {
        switch image.source {
        case .typed: .typed
        case .document(let address): .document(typed: WebAddress(address))
        case .spot: files.spotProvenance
        case .listenersSpot: .document(typed: nil)
        }
    }
}

/// A picture that a page can draw.
public struct AdPicture: Hashable, Sendable {
    /// The format, derived from the bytes and not from the server's headers.
    public var format: Format
    public var bytes: [UInt8]

    /// The formats that every browser draws.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case gif = "image/gif"
        case webp = "image/webp"
        case avif = "image/avif"

        /// May contain scripts, which run when it is opened as a page. Serve it with a content
        /// security policy of `sandbox; default-src 'none'; style-src 'unsafe-inline'`.
        case svg = "image/svg+xml"

        /// The media type.
        public var contentType: String { rawValue }
    }

    /// `nil` if the bytes are not a picture that a page can draw.
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

    /// Whether it is markup whose first element is `svg`, after any comments.
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
