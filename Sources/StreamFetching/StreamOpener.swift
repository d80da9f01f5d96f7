import HTTPAccess

/// Opens streams at http(s) addresses, by way of the playlists that name them.
package struct StreamOpener: Sendable {
    /// How many playlists may name one another before the stream.
    static let playlistLimit = 5

    private let client: WebClient
    private let request: WebRequest

    /// A stream at `address`; `headers` go to its host only (`--header`).
    package init(
        _ address: WebAddress, from provenance: AddressProvenance = .typed,
        headers: [WebHeader] = [], client: WebClient
    ) {
        self.client = client
        let icy = [WebHeader("Icy-MetaData", "1")]
        request = WebRequest(address, from: provenance, headers: icy + headers)
    }

    /// Asks for the stream, and returns as soon as it is known to be one.
    ///
    /// Throws a ``SourceError``, an `HTTPAccessError`, or `CancellationError`. `onBytes` is told
    /// how many bytes of audio arrive.
    package func open(
        onBytes: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> HTTPStreamConnection {
        try await open(onBytes: onBytes, recovery: nil)
    }

    private func open(
        onBytes: @escaping @Sendable (Int) -> Void, recovery: Recovery?
    ) async throws -> HTTPStreamConnection {
        var request = request
        for _ in 0...Self.playlistLimit {
            switch try await look(at: request, onBytes: onBytes, recovery: recovery) {
            case .stream(let connection): return connection
            case .playlist(let next): request = next
            }
        }
        throw SourceError.nestedPlaylists(
            self.request.address.description, limit: Self.playlistLimit)
    }

    /// The same, but gives up after `limit`; `nil` sets none. What is opened goes on as `recovery`
    /// allows if it is a recording that breaks off.
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

    /// What stands at an address.
    private enum Finding {
        case stream(HTTPStreamConnection)
        /// What the playlist there says to ask for.
        case playlist(WebRequest)
    }

    private func look(
        at request: WebRequest, onBytes: @escaping @Sendable (Int) -> Void, recovery: Recovery?
    ) async throws -> Finding {
        let response = try await client.open(request)
        if let format = response.playlistFormat {
            return .playlist(try await nextRequest(in: response, as: format))
        }
        let connection = HTTPStreamConnection(response, onBytes: onBytes, recovery: recovery)
        guard !response.isSurelyAudio else { return .stream(connection) }
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
            return .playlist(try await nextRequest(in: document, as: format))
        }
        if WebPage.begins(with: beginning) {
            connection.cancel()
            throw SourceError.webPage(response.address.description)
        }
        return .stream(connection)
    }

    /// The request for what the playlist that `response` holds names first.
    private func nextRequest(
        in response: WebResponse, as format: Playlist.Format
    ) async throws -> WebRequest {
        let place = response.address.description
        let bytes = try await response.playlistBytes()
        let entry = try Playlist(parsing: bytes, as: format).firstEntry(at: place)
        guard let target = WebAddress(entry, relativeTo: response.address) else {
            throw SourceError.notAnAddress(entry)
        }
        return response.request.following(target)
    }
}

extension WebResponse {
    /// The kind of playlist that this is by its media type, or by its name unless it is audio.
    fileprivate var playlistFormat: Playlist.Format? {
        if let format = contentType.flatMap(Playlist.Format.init(contentType:)) { return format }
        return isSurelyAudio ? nil : Playlist.Format(pathExtension: address.pathExtension)
    }

    /// Whether the server says that this is audio or a container of it.
    fileprivate var isSurelyAudio: Bool {
        guard let contentType else { return false }
        return contentType.hasPrefix("audio/") || contentType.hasPrefix("video/")
            || contentType == "application/ogg"
    }

    fileprivate func playlistBytes() async throws -> [UInt8] {
        do {
            return try await document(maximumByteCount: Playlist.maximumByteCount).bytes
        } catch let error as HTTPAccessError {
            guard case .tooLarge = error.reason else { throw error }
            throw SourceError.oversizedPlaylist(address.description)
        }
    }
}
