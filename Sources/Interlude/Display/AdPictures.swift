import AdDisplay
import HTTPAccess
import Synchronization

/// The pictures of the ads of a page: fetched when an ad is loaded, and kept while they are likely
/// to be drawn, so that a page gets them from here and from nowhere else.
///
/// Callable from any thread.
final class AdPictures: Sendable {
    let files: AdFiles
    private let kept = Mutex<[(image: AdImage, picture: AdPicture)]>([])

    /// More than a page shows at once.
    private static let keptCount = 16

    private static let maximumByteCount = 2 << 20

    init(_ options: SessionOptions) {
        files = AdFiles(options)
    }

    /// The picture, fetched only if it is not kept any more.
    func picture(_ image: AdImage) async throws(AdLoadError) -> AdPicture {
        if let kept = kept.withLock({ $0.first { $0.image == image } }) { return kept.picture }
        return try await fetch(image)
    }

    /// Fetches the picture anew, for it may be another one by now.
    @discardableResult
    func fetch(_ image: AdImage) async throws(AdLoadError) -> AdPicture {
        let (place, bytes) = try await files.fetch(
            image.place, from: provenance(of: image), maximumByteCount: Self.maximumByteCount)
        guard let picture = AdPicture(bytes) else {
            throw .unusable(
                "\(place): no picture that a page can draw; use PNG, JPEG, GIF, WebP, AVIF or SVG")
        }
        kept.withLock { kept in
            kept.removeAll { $0.image == image }
            kept.append((image, picture))
            if kept.count > Self.keptCount { kept.removeFirst() }
        }
        return picture
    }

    private func provenance(of image: AdImage) -> AddressProvenance {
        switch image.source {
        case .typed: .typed
        case .document(let address): .document(typed: WebAddress(address))
        case .spot: files.spotProvenance
        }
    }
}
