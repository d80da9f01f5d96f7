import HTTPAccess

/// The bytes of a recording over HTTP, and where the next ones come from.
///
/// Owned by the reading thread.
struct RecordingSupply {
    /// Where the bytes come from.
    enum Mode {
        /// The first connection, in order.
        case inOrder
        /// Connections from the position that is read.
        case ranges
        /// A file with the first `count` bytes, and the connection with the next ones.
        case download(DownloadFile, count: Int)
    }

    let whole: HTTPStreamConnection
    let fetcher: LiveStreamFetcher
    let name: String
    var mode = Mode.inOrder
    /// The present connection, and the position of its next byte.
    var connection: HTTPStreamConnection
    var arriving = 0
    /// The first bytes: containers return to them.
    private(set) var head: [UInt8] = []
    private(set) var position = 0
    private(set) var size: Int?
    private var drip = DripRule()
    /// The error of a download that ``enableSeeking()`` began.
    private var failure: (any Error)?

    private static let headByteCount = 64 * 1024

    init(_ first: HTTPStreamConnection, _ fetcher: LiveStreamFetcher) {
        whole = first
        connection = first
        self.fetcher = fetcher
        name = first.headers.address.description
        size = first.size
    }
}

extension RecordingSupply {
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let failure { throw failure }
        guard !buffer.isEmpty else { return 0 }
        let count =
            switch mode {
            case .inOrder: try receive(into: buffer)
            case .ranges: try readRange(into: buffer)
            case .download: try readDownload(into: buffer)
            }
        position += count
        return count
    }

    mutating func seek(to position: Int) -> Bool {
        switch mode {
        case .inOrder: return false
        case .ranges, .download:
            guard let size, (0...size).contains(position) else { return false }
            self.position = position
            return true
        }
    }

    mutating func enableSeeking() -> Bool {
        switch mode {
        case .ranges, .download: return true
        case .inOrder: break
        }
        mode = .ranges
        guard size == nil else { return true }
        do {
            try beginDownload()
            let count = try download(upTo: .max)
            size = count
        } catch {
            failure = error
        }
        return true
    }

    /// Reads the next bytes of the connection.
    mutating func receive(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let start = fetcher.elapsed
        let count = try connection.read(into: buffer)
        if arriving == head.count {
            head += buffer.prefix(min(count, Self.headByteCount - head.count))
        }
        arriving += count
        guard drip.take(count, after: fetcher.elapsed - start) else {
            connection.breakOff(because: .slowness)
            throw FetchFailure.short(.slowness, address: name)
        }
        return count
    }
}
