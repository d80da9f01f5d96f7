import Synchronization

/// Reads a recording at an http(s) address, in order or at any position.
///
/// A recording whose container can be read in order comes over the first connection. For others,
/// ``enableSeeking()`` makes positions reachable: by requests for ranges, or, from a server without
/// them, by a download to a temporary file.
package final class RecordingReader: ByteReader {
    private let supply: Mutex<RecordingSupply>
    private let fetcher: LiveStreamFetcher
    private let isCancelled = Atomic<Bool>(false)

    /// Continues with `first`, the connection that `fetcher` opened last.
    package init(_ first: HTTPStreamConnection, over fetcher: LiveStreamFetcher) {
        supply = Mutex(RecordingSupply(first, fetcher))
        self.fetcher = fetcher
    }

    /// Throws a ``FetchFailure``, a ``SourceError``, an `HTTPAccessError`, or `CancellationError`.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !isCancelled.load(ordering: .acquiring) else { throw CancellationError() }
        return try supply.withLock { try $0.read(into: buffer) }
    }

    /// The size that the server declares, or that was downloaded.
    package var size: Int? { supply.withLock { $0.size } }

    /// `false` before ``enableSeeking()``. Requests nothing: only the next read does.
    package func seek(to position: Int) -> Bool { supply.withLock { $0.seek(to: position) } }

    /// If the size is not known, downloads the whole recording.
    package func enableSeeking() -> Bool { supply.withLock { $0.enableSeeking() } }

    package func cancel() {
        isCancelled.store(true, ordering: .releasing)
        fetcher.cancel()
    }
}
