import HTTPAccess

extension LiveStreamFetcher {
    /// The time since its creation, on its clock.
    var elapsed: Duration { stopwatch.elapsed }

    /// Requests the bytes of the recording `whole` from `position` on, over a connection that
    /// replaces the last one. After `failure`, waits first as the policy decides.
    ///
    /// Blocks. Returns `nil` if the server sends no ranges. Throws as ``nextConnection()`` does, or
    /// the ``FetchFailure`` of a recording that has changed.
    func part(
        of whole: HTTPStreamConnection, from position: Int, after failure: FetchFailure?
    ) throws -> HTTPStreamConnection? {
        try whenDone {
            try await self.trying(after: failure) {
                switch try await whole.response.range(from: position) {
                case .refused: return nil
                case .changed: throw whole.changed
                case .part(let response, let bytes):
                    return HTTPStreamConnection(
                        part: response, of: whole, byteCount: bytes.count, onBytes: self.onBytes)
                }
            }
        }
    }

    /// Requests the recording `whole` from its first byte on. Blocks, and throws, as
    /// ``part(of:from:after:)`` does.
    func again(_ whole: HTTPStreamConnection) throws -> HTTPStreamConnection {
        let connection = try whenDone {
            try await self.trying(after: nil) {
                guard let response = try await whole.response.again() else { throw whole.changed }
                return HTTPStreamConnection(response, onBytes: self.onBytes)
            }
        }
        guard let connection else { throw CancellationError() }
        return connection
    }

    /// Calls `open` until it succeeds, as long as the policy allows more tries.
    private func trying(
        after first: FetchFailure?, _ open: () async throws -> HTTPStreamConnection?
    ) async throws -> HTTPStreamConnection? {
        var failure = first
        while true {
            if let failure {
                report(.lost(failure))
                try await waitForNextTry(after: failure, of: nil)
            }
            do {
                guard let connection = try await open() else { return nil }
                try adopt(connection)
                if failure != nil { report(.resumed) }
                return connection
            } catch {
                try Task.checkCancellation()
                guard let next = FetchFailure(error) else { throw error }
                failure = next
            }
        }
    }
}

extension HTTPStreamConnection {
    fileprivate var changed: SourceError { .changed(headers.address.description) }
}
