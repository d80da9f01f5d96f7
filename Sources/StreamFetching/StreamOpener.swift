import HLSPlaylists
import HTTPAccess

/// Opens streams at http(s) addresses, and follows playlists that lead to them.
package struct StreamOpener: Sendable {
    /// The limit on nested playlists.
    static let playlistLimit = 5

    private let client: WebClient
    private let request: WebRequest
    /// Alternatives if `request` fails.
    private let others: [WebRequest]
    /// How many bytes of a live stream are passed on at a time.
    private let portion: Int

    /// How many addresses to try before reporting the first one's failure.
    private static let enough = 8

    /// A stream at `address`, or else at one of `others`. Each host receives only its own
    /// `credentials`. A reader that waits for a live stream gets `portion` bytes at a time.
    package init(
        _ address: WebAddress, orElse others: [WebAddress] = [],
        from provenance: AddressProvenance = .typed,
        credentials: HostCredentials = .none, readingInPortions portion: Int = 1,
        client: WebClient
    ) {
        self.portion = portion
        self.client = client
        let request = WebRequest(
            address, from: provenance, headers: [.icyMetadata], credentials: credentials)
        self.request = request
        self.others = others.map { request.following($0) }
    }

    /// Requests the stream, and returns as soon as the response is known to be one.
    ///
    /// Throws a ``SourceError``, an `HTTPAccessError`, an ``HLSDiscovery``, or `CancellationError`.
    /// `onBytes` is called
    /// with the number of audio bytes that arrive.
    package func open(
        onBytes: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> HTTPStreamConnection {
        try await open(onBytes: onBytes, recovery: nil)
    }

    private func open(
        onBytes: @escaping @Sendable (Int) -> Void, recovery: Recovery?
    ) async throws -> HTTPStreamConnection {
        var asked = 0
        return try await open(oneOf: [request] + others, after: 0, asked: &asked) {
            try await look(at: $0, onBytes: onBytes, recovery: recovery)
        }
    }

    /// Opens the first of `requests` for which `look` finds a stream, after `count` playlists.
    ///
    /// Throws the error of the first one if there is no stream.
    private func open(
        oneOf requests: [WebRequest], after count: Int, asked: inout Int,
        _ look: (WebRequest) async throws -> Finding
    ) async throws -> HTTPStreamConnection {
        guard count <= Self.playlistLimit else {
            throw SourceError.nestedPlaylists(
                request.address.description, limit: Self.playlistLimit)
        }
        var failure: (any Error)?
        for request in requests where failure == nil || asked < Self.enough {
            asked += 1
            do {
                switch try await look(request) {
                case .stream(let connection): return connection
                case .playlist(let next):
                    return try await open(oneOf: next, after: count + 1, asked: &asked, look)
                }
            } catch {
                try Task.checkCancellation()
                if case SourceError.nestedPlaylists = error { throw error }
                if error is HLSDiscovery { throw error }
                failure = failure ?? error
            }
        }
        throw failure ?? SourceError.emptyPlaylist(request.address.description)
    }

    /// The same with a time limit; `nil` sets none. An interrupted recording continues as
    /// `recovery` allows.
    func open(
        within limit: Duration?, on clock: any Clock<Duration>,
        onBytes: @escaping @Sendable (Int) -> Void, recovery: Recovery
    ) async throws -> HTTPStreamConnection {
        guard let limit else { return try await open(onBytes: onBytes, recovery: recovery) }
        return try await withThrowingTaskGroup(of: HTTPStreamConnection.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await open(onBytes: onBytes, recovery: recovery) }
            group.addTask {
                try await clock.sleep(for: limit)
                throw HTTPAccessError(.noAnswer, at: request.address)
            }
            guard let connection = try await group.next() else { throw CancellationError() }
            return connection
        }
    }

    /// What was found at an address.
    private enum Finding {
        case stream(HTTPStreamConnection)
        /// Requests for the alternatives in a playlist.
        case playlist([WebRequest])
    }

    private func look(
        at request: WebRequest, onBytes: @escaping @Sendable (Int) -> Void, recovery: Recovery?
    ) async throws -> Finding {
        let response = try await client.open(request)
        if let format = response.playlistFormat {
            return .playlist(try await nextRequests(in: response, as: format))
        }
        let connection = HTTPStreamConnection(
            response, portion: portion, onBytes: onBytes, recovery: recovery)
        guard !response.isSurelyAudio || response.mayBeUnindexed else {
            return .stream(connection)
        }
        let beginning = await withTaskCancellationHandler {
            await connection.beginning()
        } onCancel: {
            connection.cancel()
        }
        try Task.checkCancellation()
        if beginning.isEmpty, case .failed(let error) = connection.ending { throw error }
        if let format = Playlist.Format(firstBytes: beginning) {
            connection.cancel()
            let document = try await client.open(response.request)
            return .playlist(try await nextRequests(in: document, as: format))
        }
        if WebPage.begins(with: beginning) {
            connection.cancel()
            throw SourceError.webPage(response.address.description)
        }
        return .stream(connection)
    }

    /// The requests for the entries of the playlist in `response`.
    private func nextRequests(
        in response: WebResponse, as format: Playlist.Format
    ) async throws -> [WebRequest] {
        let place = response.address.description
        let document = try await response.playlist()
        let playlist = Playlist(parsing: document.bytes, as: format)
        if playlist.isHLS {
            throw HLSDiscovery(request: response.request, document: document, client: client)
        }
        guard document.bytes.count <= Playlist.maximumByteCount else {
            throw SourceError.oversizedPlaylist(place)
        }
        let entries = try playlist.places(at: place)
        let targets = entries.compactMap { WebAddress($0, relativeTo: response.address) }
        guard !targets.isEmpty else { throw SourceError.notAnAddress(entries[0]) }
        return targets.map { response.request.following($0) }
    }
}

extension WebResponse {
    /// The playlist format by the media type, or by the path extension unless the type is audio.
    fileprivate var playlistFormat: Playlist.Format? {
        if let format = contentType.flatMap(Playlist.Format.init(contentType:)) { return format }
        return isSurelyAudio ? nil : Playlist.Format(pathExtension: address.pathExtension)
    }

    /// Whether the server declares audio or a container of it.
    fileprivate var isSurelyAudio: Bool {
        guard let contentType else { return false }
        return contentType.hasPrefix("audio/") || contentType.hasPrefix("video/")
            || contentType == "application/ogg"
    }

    /// Whether only the first bytes tell a live stream from an MP4 with its index at its end.
    fileprivate var mayBeUnindexed: Bool {
        let isMP4 = contentType.map { $0.hasSuffix("mp4") || $0.hasSuffix("m4a") } == true
        return isMP4 && StreamHeaders(self).isLive
    }

    /// The playlist of any kind.
    fileprivate func playlist() async throws -> WebDocument {
        do {
            return try await document(maximumByteCount: HLSLimits.byteCount)
        } catch let error as HTTPAccessError {
            guard case .tooLarge = error.reason else { throw error }
            throw SourceError.oversizedPlaylist(address.description)
        }
    }
}
