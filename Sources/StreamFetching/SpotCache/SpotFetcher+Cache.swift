import Dispatch
import HTTPAccess

/// A place in a cache for the spot of one request.
struct SpotPlace: Sendable {
    let cache: SpotCache
    let name: String

    /// `nil` if the request is forbidden, which is reported when it is sent.
    init?(_ request: WebRequest, in cache: SpotCache?, by client: WebClient) {
        guard let cache, let identity = client.cacheIdentity(of: request),
            let name = cache.name(for: identity)
        else { return nil }
        self.cache = cache
        self.name = name
    }

    /// Runs `work` on a queue, because disks block.
    static func offThread<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(with: Swift.Result { try work() })
            }
        }
    }
}

/// A kept spot and what it is good for. Its file stays open until it is released.
final class SpotOnDisk: Sendable {
    let fields: CacheFields
    let byteCount: Int
    let use: SpotCachePolicy.Use
    private let place: SpotPlace
    private let kept: KeptSpot

    /// `nil` if there is none. Blocks.
    init?(at place: SpotPlace) {
        guard let kept = place.cache.open(place.name) else { return nil }
        use = place.cache.use(of: kept)
        fields = kept.head.fields
        byteCount = kept.head.byteCount
        self.place = place
        self.kept = kept
    }

    /// The spot, which is marked as used; `nil` if its file is damaged. `onBytes` learns of its size
    /// before it is stored, as in a download.
    func spot(
        named name: String, _ onBytes: @escaping @Sendable (Int) throws -> Void
    ) async throws -> Spot? {
        try onBytes(0)
        try onBytes(kept.head.byteCount)
        guard let bytes = try await SpotPlace.offThread({ self.kept.bytes() }) else {
            place.cache.remove(place.name)
            return nil
        }
        place.cache.noteUse(of: kept)
        return Spot(
            place: name, contentType: kept.head.contentType, bytes: bytes,
            keptName: place.name)
    }

    /// Takes what the server says of a spot that has not changed.
    func confirm(_ newer: CacheFields, _ spot: Spot) {
        let updated = fields.updated(by: newer)
        if !SpotCachePolicy.mayKeep(updated) {
            place.cache.remove(place.name)
        } else if updated == fields {
            place.cache.noteConfirmation(of: kept)
        } else {
            place.cache.keep(
                spot.bytes, contentType: spot.contentType, updated, as: place.name)
        }
    }
}

extension SpotFetcher {
    /// Loads a spot from its kept file, if that is good enough, or from the network.
    func load(
        _ request: WebRequest, _ onBytes: @escaping @Sendable (Int) throws -> Void
    ) async throws -> Spot {
        let client = client, cache = cache
        let place =
            cache == nil
            ? nil
            : try await SpotPlace.offThread { SpotPlace(request, in: cache, by: client) }
        guard let place else {
            return try await download(try await client.open(request), to: request, nil, onBytes)
        }
        guard let kept = try await SpotPlace.offThread({ SpotOnDisk(at: place) }),
            kept.byteCount <= maximumByteCount
        else {
            return try await download(try await client.open(request), to: request, place, onBytes)
        }
        if kept.use == .fresh, let spot = try await kept.spot(named: "\(request.address)", onBytes)
        {
            return spot
        }
        return try await revalidate(kept, request, at: place, onBytes)
    }

    /// Asks the server whether a kept spot has changed.
    private func revalidate(
        _ kept: SpotOnDisk, _ request: WebRequest, at place: SpotPlace,
        _ onBytes: @escaping @Sendable (Int) throws -> Void
    ) async throws -> Spot {
        let name = "\(request.address)"
        do {
            var question = request
            question.headers += kept.fields.conditions
            let response =
                kept.use == .revalidate
                ? try await answer(to: question) : try await client.open(question)
            guard response.isNotModified else {
                return try await download(response, to: request, place, onBytes)
            }
            if let spot = try await kept.spot(named: name, onBytes) {
                kept.confirm(response.cacheFields, spot)
                return spot
            }
        } catch let error as HTTPAccessError {
            switch SpotCachePolicy.outage(for: error.reason) {
            case .refused: throw error
            case .removed:
                place.cache.remove(place.name)
                throw error
            case .passing:
                guard kept.use == .revalidate,
                    let spot = try await kept.spot(named: name, onBytes)
                else { throw error }
                return spot
            }
        }
        // The server has confirmed what is damaged here.
        return try await download(try await client.open(request), to: request, place, onBytes)
    }

    /// The beginning of the answer, if it comes in time for the kept spot to stand in.
    private func answer(to question: WebRequest) async throws -> WebResponse {
        let client = client
        return try await client.finish(question, within: SpotCachePolicy.answerLimit) {
            try await client.open(question)
        }
    }
}
