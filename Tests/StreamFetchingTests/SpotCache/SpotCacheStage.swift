import Foundation
import HTTPAccess
import Synchronization
import TestFiles
import TestServers

@testable import StreamFetching

/// A folder of kept spots, with a time that only the test moves on.
final class SpotCacheStage: Sendable {
    static let bytes = (0..<3000).map { UInt8(truncatingIfNeeded: $0 * 7) }

    let folder: TemporaryFolder
    private let time = Mutex(SpotCache.wallTime())

    init() throws {
        folder = try TemporaryFolder()
    }

    /// In a folder that does not exist yet.
    var path: String { folder.file("cache/spots") }

    /// A cache as another session opens it.
    func cache(_ limits: SpotCacheLimits = SpotCacheLimits(), at path: String? = nil) -> SpotCache {
        SpotCache(folder: path ?? self.path, limits: limits) { self.time.withLock { $0 } }
    }

    func advance(by seconds: Int) { time.withLock { $0 += .seconds(seconds) } }

    /// Loads a spot as another session does, and waits until it is kept.
    func load(
        _ place: String, from provenance: AddressProvenance = .typed, in cache: SpotCache? = nil,
        answeredWithin limit: Duration = .seconds(10)
    ) async throws -> Spot {
        var configuration = WebClientConfiguration()
        (configuration.connectLimit, configuration.answerLimit) = (limit / 2, limit / 2)
        let client = WebClient(configuration: configuration)
        let cache = cache ?? self.cache()
        let fetcher = SpotFetcher(client: client, maximumByteCount: 10_000, keepingIn: cache)
        let result: Result<Spot, any Error>
        do {
            result = .success(try await fetcher.fetch(place, from: provenance))
        } catch {
            result = .failure(error)
        }
        await client.close()
        await cache.written()
        return try result.get()
    }

    /// The names of all files in the folder.
    var names: [String] {
        // try?: without the folder there are none.
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Replaces the contents of the only file.
    func change(_ change: (inout [UInt8]) -> Void) throws {
        let file = URL(filePath: "\(path)/\(names[0])")
        var bytes = [UInt8](try Data(contentsOf: file))
        change(&bytes)
        try Data(bytes).write(to: file)
    }
}

extension [FaultServer.Step] {
    /// A response with ``SpotCacheStage/bytes`` and more headers.
    static func spot(
        _ lines: String..., bytes: [UInt8] = SpotCacheStage.bytes
    ) -> [FaultServer.Step] {
        let head = ["HTTP/1.1 200 OK", "Content-Type: audio/ogg", "Content-Length: \(bytes.count)"]
        return [.text((head + lines).joined(separator: "\r\n") + "\r\n\r\n"), .send(bytes)]
    }
}
