import Advertising
import HTTPAccess
import MediaTime

/// Reads a now-playing feed over HTTP, each time in one try.
struct FetchedNowPlaying: NowPlayingSupply {
    let feed: StreamMarkers.NowPlaying
    let client: WebClient
    let provenance: AddressProvenance

    /// How long the answer may take.
    private static let limit = Duration.seconds(10)

    func load(
        report: @escaping @Sendable (Result<NowPlayingFeed, NowPlayingFailure>) -> Void
    ) -> any SpotLoad {
        let (feed, client, provenance) = (feed, client, provenance)
        return DocumentLoad(
            Task {
                do {
                    guard let address = WebAddress(feed.address) else {
                        throw NowPlayingFailure("\(feed.address) is no http or https address")
                    }
                    let document = try await client.download(
                        WebRequest(address, from: provenance, headers: [.gzip]),
                        maximumByteCount: NowPlayingFeed.maximumByteCount, within: Self.limit)
                    let range = StreamMarkers.NowPlaying.offsets
                    let offset = min(max(feed.offset, range.lowerBound), range.upperBound)
                    report(
                        .success(
                            try NowPlayingFeed(
                                parsing: document.bytes, address: feed.address, offset: offset)))
                } catch {
                    guard !Task.isCancelled else { return }
                    report(.failure(Self.failure(error, at: feed.address)))
                }
            })
    }

    private static func failure(_ error: any Error, at place: String) -> NowPlayingFailure {
        switch error {
        case let error as NowPlayingFailure: error
        case let error as NowPlayingError: NowPlayingFailure(error.description)
        case let error as HTTPAccessError: NowPlayingFailure(error.description)
        default: NowPlayingFailure("\(place): \(error)")
        }
    }
}
