extension RecordingSupply {
    /// Continues with the first connection if everything that it has delivered is still here, and
    /// otherwise with another one from the first byte on.
    mutating func beginDownload() throws {
        let limit = DownloadFile.byteLimit
        if let size, size > limit { throw SourceError.unseekable(name, maximumByteCount: limit) }
        let file = try DownloadFile(for: name)
        if connection === whole, arriving == head.count {
            try head.withUnsafeBytes { try file.append($0, after: 0) }
        } else {
            let again = try fetcher.again(whole)
            connection.cancel()
            connection = again
            arriving = 0
        }
        mode = .download(file, count: arriving)
    }

    mutating func readDownload(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard let size, position < size else { return 0 }
        let end = min(position + buffer.count, size)
        let count = try download(upTo: end)
        guard case .download(let file, _) = mode, position < count else { return 0 }
        let part = UnsafeMutableRawBufferPointer(
            rebasing: buffer.prefix(min(end, count) - position))
        try file.read(into: part, at: position)
        return part.count
    }

    /// Downloads until the file has the first `end` bytes, or all. Returns how many it has.
    mutating func download(upTo end: Int) throws -> Int {
        guard case .download(let file, var count) = mode else { return 0 }
        defer { mode = .download(file, count: count) }
        guard count < end else { return count }
        return try withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 1) { buffer in
            while count < end {
                let received = try receive(into: buffer)
                guard received > 0 else { break }
                guard count + received <= DownloadFile.byteLimit else {
                    throw SourceError.unseekable(name, maximumByteCount: DownloadFile.byteLimit)
                }
                let part = UnsafeRawBufferPointer(rebasing: buffer.prefix(received))
                try file.append(part, after: count)
                count += received
            }
            return count
        }
    }
}
