import AdCues
import Dispatch
import HLSPlaylists
import HLSStreaming
import HTTPAccess

/// Loads complete spots: once a spot plays, it does not depend on the network.
package struct SpotFetcher: Sendable {
    let client: WebClient
    let headers: [RequestHeader]
    let cache: SpotCache?
    let maximumByteCount: Int
    private let limit: Duration

    /// `maximumByteCount` is the limit on a spot's size, `limit` on its loading time. The timeouts
    /// for connecting and for stalls are those of `client`. Each request has `headers`. Spots from
    /// the network are kept in `cache`; with `nil`, each one is downloaded.
    package init(
        client: WebClient, maximumByteCount: Int = 64 << 20, limit: Duration = .seconds(60),
        accepting headers: [RequestHeader] = [], keepingIn cache: SpotCache? = nil
    ) {
        self.client = client
        self.maximumByteCount = maximumByteCount
        self.limit = limit
        self.headers = headers
        self.cache = cache
    }

    /// Loads the spot at `place`, an http(s) address or a file.
    ///
    /// A document may only name addresses, not files. Throws a ``SourceError``, an
    /// `HTTPAccessError`, or `CancellationError` if the task is cancelled. `onBytes` is called with
    /// 0 when a server's response or a kept file begins, and then with the size of each chunk before that is
    /// stored. An error that it throws ends the load.
    package func fetch(
        _ place: String, from provenance: AddressProvenance = .typed,
        onBytes: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) async throws -> Spot {
        switch (try SourceLocation(parsing: place), provenance) {
        case (.web(let address), _):
            let request = WebRequest(address, from: provenance, headers: headers)
            return try await client.finish(request, within: limit) {
                try await load(request, onBytes)
            }
        case (.file(let path), .typed):
            return Spot(
                place: path, contentType: nil, bytes: try await bytes(ofFileAt: path, onBytes))
        case (.file, .document), (.standardInput, _):
            throw SourceError.notAnAddress(place)
        }
    }

    /// Receives the spot of `response`, and keeps it at `place` if its server allows that. A recording
    /// of HLS and a web page are not kept.
    func download(
        _ response: WebResponse, to request: WebRequest, _ place: SpotPlace?,
        _ onBytes: @escaping @Sendable (Int) throws -> Void
    ) async throws -> Spot {
        try onBytes(0)
        let document = try await response.document(
            maximumByteCount: maximumByteCount, onBytes: onBytes)
        if let found = HLSDiscovery(document, request, client: client) {
            return Spot(
                place: document.address.description, contentType: nil,
                bytes: try await bytes(of: found, onBytes))
        }
        var spot = Spot(
            place: document.address.description, contentType: document.contentType,
            bytes: document.bytes)
        let fields = response.cacheFields
        guard let place, response.isWhole, !WebPage.begins(with: spot.bytes) else { return spot }
        if SpotCachePolicy.mayKeep(fields) {
            place.cache.keep(spot.bytes, contentType: spot.contentType, fields, as: place.name)
            spot.keptName = place.name
        } else {
            place.cache.remove(place.name)
        }
        return spot
    }

    /// Loads a recording of HLS, segment after segment.
    private func bytes(
        of found: HLSDiscovery, _ onBytes: @escaping @Sendable (Int) throws -> Void
    ) async throws -> [UInt8] {
        let place = found.document.address.description
        let playlist = try found.playlist()
        let choices = try HLSFailure.at(place) { () throws(HLSFailure) in
            try HLSRecording.choices(in: playlist)
        }
        let loader = HLSLoader(found, playlist, choices: choices.all)
        let media: MediaPlaylist
        if let request = choices.request {
            media = try await loader.playlist(request)
        } else if case .media(let own) = playlist {
            media = own
        } else {
            throw SourceError.HLS(place, .nestedVariants)
        }
        let requests = try HLSFailure.at(place) { () throws(HLSFailure) in
            try HLSRecording.requests(for: media, choice: choices.request?.choice ?? 0)
        }
        var bytes = try await loader.map(of: requests[0])
        var reader = SegmentReader()
        for request in requests {
            let segment = try await loader.media(request)
            try onBytes(segment.count)
            bytes += segment.dropFirst(reader.read(segment).tagByteCount)
            guard bytes.count <= maximumByteCount else {
                throw SourceError.oversized(place, maximumByteCount: maximumByteCount)
            }
        }
        return bytes
    }

    /// Reads on a thread that may block, because the file may be a named pipe.
    private func bytes(
        ofFileAt path: String, _ onBytes: @escaping @Sendable (Int) throws -> Void
    ) async throws -> [UInt8] {
        let maximum = maximumByteCount
        let reader = try FileByteReader(path: path)
        let bytes = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result { try reader.bytes(atMost: maximum + 1, onBytes) })
                }
            }
        } onCancel: {
            reader.cancel()
        }
        guard bytes.count <= maximum else {
            throw SourceError.oversized(path, maximumByteCount: maximum)
        }
        return bytes
    }
}
