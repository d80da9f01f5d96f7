import HTTPAccess

extension WebResponse {
    /// The body as it comes, for one reader; the connection is broken off when that lets go of it.
    var chunks: AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { chunks in
            let reading = Task {
                do {
                    try await forEachChunk { chunks.yield($0) }
                    chunks.finish()
                } catch {
                    chunks.finish(throwing: error)
                }
            }
            chunks.onTermination = { _ in reading.cancel() }
        }
    }
}
