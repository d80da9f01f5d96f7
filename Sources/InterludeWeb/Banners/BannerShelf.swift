import Foundation
import HTTPAccess
import Interlude

/// Fetches banners, each once for all pages, and keeps the newest.
actor BannerShelf {
    private let client: WebClient
    private var images: [(location: String, image: Task<AdPicture, any Error>)] = []

    private static let mostImages = 4
    private static let largest = 2_000_000
    private static let patience = Duration.seconds(10)

    /// Why there is no image.
    enum Failure: Error, Hashable, CustomStringConvertible {
        case noImage
        case tooLarge
        case unreadable

        var description: String {
            switch self {
            case .noImage: "it is no PNG, JPEG, GIF, WebP, AVIF or SVG"
            case .tooLarge: "it is larger than \(BannerShelf.largest) bytes"
            case .unreadable: "its file cannot be read"
            }
        }
    }

    init(_ client: WebClient) {
        self.client = client
    }

    /// The image at an address, or in a file.
    func image(at location: String) async throws -> AdPicture {
        if let known = images.first(where: { $0.location == location }) {
            return try await known.image.value
        }
        let client = client
        let fetching = Task { try await Self.fetch(location, client) }
        images.append((location, fetching))
        if images.count > Self.mostImages { images.removeFirst() }
        do {
            return try await fetching.value
        } catch {
            // The next page that asks has another try.
            images.removeAll { $0.location == location }
            throw error
        }
    }

    private static func fetch(_ location: String, _ client: WebClient) async throws -> AdPicture {
        let bytes =
            if let address = WebAddress(location) {
                try await client.download(
                    WebRequest(address, from: .typed, headers: []),
                    maximumByteCount: largest, within: patience
                ).bytes
            } else {
                try read(location)
            }
        guard let image = AdPicture(bytes) else { throw Failure.noImage }
        return image
    }

    private static func read(_ path: String) throws(Failure) -> [UInt8] {
        let data: Data
        do {
            let kind = try FileManager.default.attributesOfItem(atPath: path)[.type]
            guard kind as? FileAttributeType == .typeRegular else { throw Failure.unreadable }
            let handle = try FileHandle(forReadingFrom: URL(filePath: path))
            data = try handle.read(upToCount: largest + 1) ?? Data()
        } catch {
            // What is wrong with a file of this machine is nothing for a page.
            throw .unreadable
        }
        guard data.count <= largest else { throw .tooLarge }
        return Array(data)
    }
}
