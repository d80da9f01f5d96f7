import MediaTime
import Synchronization

/// Keeps items on disk until they are settled, so that the next process continues with those which a
/// killed one has left.
///
/// A folder may have several stores at a time, each with a file of its own. A new store also takes over
/// the items in files whose process has ended. Callable from any thread; only
/// ``init(folder:limits:)``, ``addNow(_:)`` and ``close()`` wait for the disk.
public final class BeaconStore: Sendable {
    /// The items that earlier processes have left, oldest first.
    public let leftovers: [StoredItem]

    /// Why items cannot be written, in one line: the first reason. Ends with the store.
    public let failures: AsyncStream<String>

    private let writer: StoreWriter
    private let lastID = Atomic<Int64>(0)

    /// Opens the store, and creates `folder` if it is missing. Blocks.
    public init(
        folder: String, limits: StoreLimits = StoreLimits()
    ) throws(BeaconStoreFailure) {
        let files = try StoreFiles(folder: folder, limits: limits)
        leftovers = files.leftovers
        let (failures, failure) = AsyncStream.makeStream(of: String.self)
        self.failures = failures
        writer = StoreWriter(files) { error in
            failure.yield("\(folder): cannot be written: \(error); \(error.advice)")
        } end: {
            failure.finish()
        }
    }

    /// Keeps `bytes` from now on, and returns their number. Returns at once.
    public func add(_ bytes: [UInt8]) -> Int64 {
        let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
        writer.write { files throws(SQLiteFailure) in
            try files.add(StoredItem(id: id, bytes: bytes))
        }
        return id
    }

    /// The same, but returns once it is written, or cannot be. Blocks.
    public func addNow(_ bytes: [UInt8]) -> Int64 {
        let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
        writer.writeNow { files throws(SQLiteFailure) in
            try files.add(StoredItem(id: id, bytes: bytes))
        }
        return id
    }

    /// Forgets an item. Returns at once.
    public func remove(_ id: Int64) {
        writer.write { files throws(SQLiteFailure) in try files.remove(id) }
    }

    /// Returns once all changes so far are written.
    public func written() async { await writer.finishWriting() }

    /// Returns once all is written. Nothing is kept afterwards, and another store may open the files.
    public func close() async { await writer.close() }
}

/// An item of a ``BeaconStore``.
public struct StoredItem: Hashable, Sendable {
    /// Its number in the store, while this process runs. Those of leftovers are negative.
    public let id: Int64
    public let bytes: [UInt8]
}

/// The limits of a store.
public struct StoreLimits: Hashable, Sendable {
    /// More items are not kept; the newest are left out.
    public var itemCount = 10_000
    /// Longer items are not kept.
    public var byteCount = 1 << 16
    /// Older items are forgotten when the store is opened.
    public var age = Duration.seconds(24 * 3600)

    public init() {}
}

/// Why a store cannot be opened, in one line.
public struct BeaconStoreFailure: Error, Hashable, CustomStringConvertible {
    public let description: String
}
