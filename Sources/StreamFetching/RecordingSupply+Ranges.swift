extension RecordingSupply {
    /// How many bytes are received to no use rather than requesting others.
    private static let shortWay = 512 * 1024

    mutating func readRange(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            guard let size, position < size else { return 0 }
            if position < head.count { return copyHead(to: buffer) }
            var failure: FetchFailure?
            if (arriving...arriving + Self.shortWay).contains(position) {
                do {
                    try skipToPosition()
                    let count = try receive(into: buffer)
                    if count > 0 { return count }
                    // The server has sent less than the rest.
                } catch {
                    failure = FetchFailure(error)
                    guard connection !== whole, failure != nil else { throw error }
                }
            }
            guard try moveConnection(because: failure) else {
                return try readDownload(into: buffer)
            }
        }
    }

    private func copyHead(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = head[position...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }

    /// Requests the bytes from the position on, again after `failure`. Returns `false`, and begins
    /// a download, if the server sends no ranges.
    mutating func moveConnection(because failure: FetchFailure?) throws -> Bool {
        guard let part = try fetcher.part(of: whole, from: position, after: failure) else {
            try beginDownload()
            return false
        }
        connection.cancel()
        connection = part
        arriving = position
        return true
    }

    /// Receives the bytes before the position. They may end before it.
    mutating func skipToPosition() throws {
        guard arriving < position else { return }
        try withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { buffer in
            while arriving < position {
                let part = buffer.prefix(position - arriving)
                guard try receive(into: UnsafeMutableRawBufferPointer(rebasing: part)) > 0 else {
                    return
                }
            }
        }
    }
}
