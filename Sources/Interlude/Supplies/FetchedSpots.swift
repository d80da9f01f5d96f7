import AdPlayback
import Advertising
import AudioDecoding
import Dispatch
import HTTPAccess
import PCMAudio
import StreamFetching

/// Loads spots from the network and from files, and decodes them whole.
///
/// A budget counts the bytes and samples of a spot before memory is allocated.
package struct FetchedSpots: SpotSupply {
    private let client: WebClient
    private let provenance: AddressProvenance
    private let budget: MemoryBudget
    /// How long a spot waits for room in the budget.
    private let timeout: Duration
    private let cache: SpotCache?

    /// The length limit of a spot, whatever its declared length.
    package static let longest: Duration = .seconds(600)

    /// How much a spot may exceed its declared length.
    private static let margin: Duration = .seconds(10)

    package init(
        client: WebClient, provenance: AddressProvenance = .typed,
        countedBy budget: MemoryBudget = MemoryBudget(byteCount: SessionOptions.spotMemoryDefault),
        waitingForRoom timeout: Duration = .seconds(8), keepingIn cache: SpotCache? = nil
    ) {
        self.client = client
        self.provenance = provenance
        self.budget = budget
        self.timeout = timeout
        self.cache = cache
    }

    package func load(
        _ advertisement: Advertisement, deadlines: SpotDeadlines,
        report: @escaping @Sendable (SpotEvent) -> Void
    ) -> any SpotLoad {
        let cache = cache
        let fetcher = SpotFetcher(client: client, limit: deadlines.load, keepingIn: cache)
        let declared = advertisement.duration.map { $0 + Self.margin }
        let limit = min(declared ?? Self.longest, Self.longest)
        let (budget, timeout) = (budget, timeout)
        let provenance =
            switch advertisement.reach {
            case .asNamed:
                advertisement.documentAddress.map { .document(typed: WebAddress($0)) } ?? provenance
            case .publicNetwork: AddressProvenance.document(typed: nil)
            }
        let (place, offset) = (advertisement.audioFileURL, advertisement.startOffset)
        return FetchedSpotLoad(
            mayHang: !SourceLocation.isFileOnDisk(place),
            Task {
                let isFirst = FirstTime()
                do {
                    let loaded = try await Self.whenThereIsRoom(in: budget, within: timeout) {
                        let encoded = MemoryClaim(on: budget)
                        defer { encoded.shrink(to: 0) }
                        let spot = try await fetcher.fetch(place, from: provenance) { count in
                            guard encoded.grow(by: count) else {
                                throw DecodingError.overBudget(byteCount: budget.byteCount)
                            }
                            report(isFirst.take() ? .connected : .received)
                        }
                        if isFirst.take() { report(.connected) }
                        report(.arrived)
                        let name = spot.keptName
                        do {
                            return try await Self.decode(
                                spot, from: offset, limit, countedBy: budget)
                        } catch let error as DecodingError where error.isOfBytes {
                            // The next time, the server may have a better one.
                            if let name { cache?.remove(name) }
                            throw error
                        }
                    }
                    report(.loaded(loaded))
                } catch {
                    guard !Task.isCancelled else { return }
                    report(.failed(SpotFailure(error, of: place)))
                }
            })
    }

    private static let interval: Duration = .milliseconds(50)

    /// Calls `load`. If other spots occupy the budget, calls it again as soon as one returns
    /// memory. Throws the refusal if none does within `timeout`.
    private static func whenThereIsRoom(
        in budget: MemoryBudget, within timeout: Duration, _ load: () async throws -> LoadedSpot
    ) async throws -> LoadedSpot {
        let start = ContinuousClock.now
        while true {
            // Another spot may return memory while `load` is being refused.
            let isShared = budget.usedByteCount > 0
            do {
                return try await load()
            } catch let error as DecodingError {
                let used = budget.usedByteCount
                guard case .overBudget = error, used > 0 || isShared else { throw error }
                while budget.usedByteCount >= max(used, 1) {
                    guard ContinuousClock.now - start < timeout else { throw error }
                    try await Task.sleep(for: interval)
                }
            }
        }
    }

    /// Decodes on a global queue, because decoding blocks its thread.
    private static func decode(
        _ spot: consuming Spot, from offset: Duration, _ limit: Duration,
        countedBy budget: MemoryBudget
    ) async throws -> LoadedSpot {
        let decoder = SpotDecoder(
            reading: MemoryByteReader(spot.bytes),
            hint: spot.contentType.flatMap(Container.init(contentType:)), from: offset,
            limit: limit, countedBy: budget)
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

extension DecodingError {
    /// Whether other bytes could have been decoded.
    fileprivate var isOfBytes: Bool {
        switch self {
        case .empty, .damagedHeader, .noAudioStream, .noise, .soundless, .noSound, .notAudio,
            .unrecognised, .unsupportedContainer, .unsupportedCodec, .unreadableCodec:
            true
        case .reading, .cancelled, .noDecoders, .tooLong, .overBudget: false
        }
    }
}

private final class FetchedSpotLoad: SpotLoad {
    let mayHang: Bool
    private let task: Task<Void, Never>

    init(mayHang: Bool, _ task: Task<Void, Never>) {
        self.mayHang = mayHang
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
            },
            cut: spot.cut)
    }
}
