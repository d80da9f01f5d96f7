import AdPlayback
import Advertising
import AudioDecoding
import Foundation
import HTTPAccess
import StreamFetching

/// Loads spots from the network and from files, and decodes them whole.
package struct FetchedSpots: SpotSupply {
    private let client: WebClient
    private let provenance: AddressProvenance

    /// Spots longer than this are given up when nobody said how long they are.
    private static let longest: Duration = .seconds(600)

    /// How much longer than it was said to be a spot may turn out.
    private static let margin: Duration = .seconds(10)

    package init(client: WebClient, provenance: AddressProvenance = .typed) {
        self.client = client
        self.provenance = provenance
    }

    package func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotNews) -> Void
    ) -> any SpotLoad {
        let fetcher = SpotFetcher(client: client, limit: deadlines.load)
        let limit = advertisement.duration.map { $0 + Self.margin } ?? Self.longest
        let provenance = provenance
        let place = advertisement.audioFileURL
        return FetchedSpotLoad(
            Task {
                let isFirst = FirstTime()
                do {
                    let spot = try await fetcher.fetch(place, from: provenance) { _ in
                        report(isFirst.take() ? .connected : .received)
                    }
                    if isFirst.take() { report(.connected) }
                    report(.loaded(try await Self.decode(spot, limit)))
                } catch {
                    guard !Task.isCancelled else { return }
                    report(.failed(SpotFailure(error, of: place)))
                }
            })
    }

    /// Decodes on a thread that may be busy for a while.
    private static func decode(_ spot: Spot, _ limit: Duration) async throws -> LoadedSpot {
        let decoder = SpotDecoder(
            reading: MemoryByteReader(spot.bytes),
            hint: spot.contentType.flatMap(Container.init(contentType:)), limit: limit)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global(qos: .userInitiated).async {
                    continuation.resume(with: Result { LoadedSpot(try decoder.decode()) })
                }
            }
        } onCancel: {
            decoder.cancel()
        }
    }
}

private final class FetchedSpotLoad: SpotLoad {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    func cancel() {
        task.cancel()
    }
}

extension LoadedSpot {
    fileprivate init(_ spot: DecodedSpot) {
        self.init(
            store: spot.store,
            loudness: spot.loudness.map {
                SpotLoudness(integrated: $0.integrated, truePeak: $0.truePeak)
            })
    }
}
