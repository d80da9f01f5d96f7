import Foundation
import HTTPAccess
import Synchronization
import TestFiles
import TestServers
import Testing

@testable import StreamFetching

/// Spots that were downloaded once, as later sessions find them.
@Suite("Kept spots", .timeLimit(.minutes(1)))
struct SpotCacheTests {
    private let stage: SpotCacheStage

    init() throws {
        stage = try SpotCacheStage()
    }

    private func reason(
        _ load: () async throws -> Spot
    ) async -> HTTPAccessError.Reason? {
        do {
            _ = try await load()
            return nil
        } catch {
            return (error as? HTTPAccessError)?.reason
        }
    }

    @Test("C6: are played the second time without a network")
    func offline() async throws {
        let server = FaultServer { _, _ in .spot() }
        let address = server.address("/spot")
        _ = try await stage.load(address)
        server.stop()
        let spot = try await stage.load(address)
        #expect(spot.bytes == SpotCacheStage.bytes && spot.contentType == "audio/ogg")
        #expect(spot.place == address)
        let other = await reason { try await stage.load(server.address("/other")) }
        #expect(other == .refused)
    }

    @Test("C6: are not downloaded again if the server says that they are the same")
    func notModified() async throws {
        let server = FaultServer { request, index in
            index == 0
                ? .spot("ETag: W/\"7\"", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT")
                : [.head("304 Not Modified", "Cache-Control: max-age=60")]
        }
        defer { server.stop() }
        for _ in 0..<2 {
            #expect(try await stage.load(server.address()).bytes == SpotCacheStage.bytes)
        }
        let headers = server.requests.map(\.headers)
        #expect(headers.map { $0["if-none-match"] } == [nil, "W/\"7\""])
        #expect(
            headers.map { $0["if-modified-since"] } == [nil, "Sun, 06 Nov 1994 08:49:37 GMT"])
        // The confirmation has made it fresh.
        stage.advance(by: 59)
        #expect(try await stage.load(server.address()).bytes == SpotCacheStage.bytes)
        #expect(server.requests.count == 2)
        stage.advance(by: 1)
        #expect(try await stage.load(server.address()).bytes == SpotCacheStage.bytes)
        #expect(server.requests.count == 3)
    }

    @Test("C6: are not asked about while they are fresh")
    func fresh() async throws {
        let server = FaultServer { _, index in
            .spot("Cache-Control: max-age=60", bytes: SpotCacheStage.bytes + [UInt8(index)])
        }
        defer { server.stop() }
        _ = try await stage.load(server.address())
        stage.advance(by: 59)
        #expect(try await stage.load(server.address()).bytes.last == 0)
        stage.advance(by: 1)
        #expect(try await stage.load(server.address()).bytes.last == 1)
        #expect(try await stage.load(server.address()).bytes.last == 1)
        #expect(server.requests.count == 2 && stage.names.count == 1)
    }

    @Test(
        "C6: stand in for a server that is in trouble",
        arguments: ["status", "busy", "reset", "silent", "broken off"])
    func trouble(kind: String) async throws {
        let server = FaultServer { _, index in
            guard index > 0 else { return .spot("ETag: \"a\"") }
            return switch kind {
            case "status": [.head("503 Service Unavailable", "Content-Length: 0")]
            case "busy": [.head("429 Too Many Requests", "Content-Length: 0")]
            case "reset": [.reset]
            case "silent": [.stall]
            default: [.head("200 OK", "Content-Length: 3000"), .send([1, 2, 3])]
            }
        }
        defer { server.stop() }
        _ = try await stage.load(server.address())
        let limit = kind == "silent" ? Duration.milliseconds(200) : .seconds(10)
        for _ in 0..<2 {
            let spot = try await stage.load(server.address(), answeredWithin: limit)
            #expect(spot.bytes == SpotCacheStage.bytes)
        }
        #expect(server.requests.count == 3 || kind == "silent")
    }

    @Test("C6: are forgotten if the server no longer has them", arguments: [404, 410])
    func gone(status: Int) async throws {
        let server = FaultServer { _, index in
            index == 0 ? .spot() : [.head("\(status) Gone", "Content-Length: 0")]
        }
        _ = try await stage.load(server.address())
        let second = await reason { try await stage.load(server.address()) }
        #expect(second == .status(status, retryAfter: nil))
        #expect(stage.names.isEmpty)
        server.stop()
        let third = await reason { try await stage.load(server.address()) }
        #expect(third == .refused)
    }

    @Test("C6: stay if a server refuses them, but are not played then")
    func forbidden() async throws {
        let server = FaultServer { _, index in
            index == 0 ? .spot() : [.head("403 Forbidden", "Content-Length: 0")]
        }
        defer { server.stop() }
        _ = try await stage.load(server.address())
        let second = await reason { try await stage.load(server.address()) }
        #expect(second == .status(403, retryAfter: nil))
        #expect(stage.names.count == 1)
    }

    @Test("C6: that must be confirmed are not played without the server")
    func mustConfirm() async throws {
        let server = FaultServer { _, _ in .spot("Cache-Control: no-cache") }
        _ = try await stage.load(server.address())
        _ = try await stage.load(server.address())
        #expect(server.requests.count == 2)
        server.stop()
        #expect(await reason { try await stage.load(server.address()) } == .refused)
    }

    @Test("C6: are none if the server says no-store, then or later, or sends a web page")
    func noStore() async throws {
        let server = FaultServer { request, index in
            switch (request.target, index) {
            case ("/page", _): .spot(bytes: Array("<!DOCTYPE html><p>".utf8))
            case ("/never", _), (_, 3): .spot("Cache-Control: no-store")
            default: .spot()
            }
        }
        defer { server.stop() }
        _ = try await stage.load(server.address("/page"))
        _ = try await stage.load(server.address("/never"))
        #expect(stage.names.isEmpty)
        _ = try await stage.load(server.address("/later"))
        #expect(stage.names.count == 1)
        _ = try await stage.load(server.address("/later"))
        #expect(stage.names.isEmpty)
    }

    @Test(
        "C6: whose file is cut or changed are downloaded again",
        arguments: ["empty", "cut prefix", "cut head", "cut", "longer", "changed", "changed head"])
    func damaged(kind: String) async throws {
        let server = FaultServer { _, _ in .spot("Cache-Control: max-age=60") }
        _ = try await stage.load(server.address())
        try stage.change { bytes in
            switch kind {
            case "empty": bytes = []
            case "cut prefix": bytes.removeSubrange(30...)
            case "cut head": bytes.removeSubrange(80...)
            case "cut": bytes.removeLast()
            case "longer": bytes.append(0)
            case "changed": bytes[bytes.count - 9] ^= 1
            default: bytes[70] ^= 1
            }
        }
        #expect(try await stage.load(server.address()).bytes == SpotCacheStage.bytes)
        #expect(server.requests.count == 2)
        // What was downloaded again is kept again.
        #expect(try await stage.load(server.address()).bytes == SpotCacheStage.bytes)
        #expect(server.requests.count == 2)
        try stage.change { $0.removeLast() }
        server.stop()
        #expect(await reason { try await stage.load(server.address()) } == .refused)
    }

    @Test("C6: that the server confirms are downloaded if their file is damaged")
    func confirmedDamage() async throws {
        let server = FaultServer { request, _ in
            request.headers["if-none-match"] == nil
                ? .spot("ETag: \"a\"") : [.head("304 Not Modified")]
        }
        defer { server.stop() }
        _ = try await stage.load(server.address())
        try stage.change { $0[$0.count - 1] ^= 1 }
        #expect(try await stage.load(server.address()).bytes == SpotCacheStage.bytes)
        #expect(server.requests.count == 3)
    }

    @Test("C6: cannot be written into a file in place of the folder, which is told once")
    func unwritable() async throws {
        let path = try stage.folder.write([], to: "file") + "/spots"
        let server = FaultServer { _, _ in .spot("Cache-Control: max-age=60") }
        defer { server.stop() }
        let failures: AsyncStream<String>
        do {
            let cache = stage.cache(at: path)
            failures = cache.failures
            for _ in 0..<3 {
                let spot = try await stage.load(server.address(), in: cache)
                #expect(spot.bytes == SpotCacheStage.bytes)
            }
        }
        var words: [String] = []
        for await line in failures { words.append(line) }
        #expect(words.count == 1 && words[0].hasPrefix("\(path): "))
        #expect(words[0].hasSuffix("; free space there, or use another folder"))
        #expect(server.requests.count == 3)
    }

    @Test("C6: are removed beyond the limits, the one that was not used for the longest time first")
    func limits() async throws {
        let server = FaultServer { _, _ in .spot("Cache-Control: max-age=600") }
        defer { server.stop() }
        // Two files of some more than 3000 bytes.
        let cache = stage.cache(SpotCacheLimits(byteCount: 9000))
        for path in ["/a", "/b", "/a", "/c"] {
            _ = try await stage.load(server.address(path), in: cache)
            stage.advance(by: 1)
        }
        #expect(server.requests.map(\.target) == ["/a", "/b", "/c"])
        #expect(stage.names.count == 2)
        for path in ["/a", "/c", "/b"] {
            _ = try await stage.load(server.address(path), in: cache)
        }
        #expect(server.requests.map(\.target) == ["/a", "/b", "/c", "/b"])
        // One that exceeds the limit alone is played, and not kept.
        let small = stage.cache(SpotCacheLimits(byteCount: 2000))
        let spot = try await stage.load(server.address("/d"), in: small)
        #expect(spot.bytes == SpotCacheStage.bytes)
    }

    @Test(
        "C6: leave other files of their folder alone, and remove what a killed process has left",
        arguments: [
            ("film.mkv.part", true), ("draft.spot", true), ("0123456789.spot.7.part", true),
            (String(repeating: "0a", count: 20) + ".part", true),
            (String(repeating: "0a", count: 20) + ".spot", false),
            (String(repeating: "0a", count: 20) + ".spot.7.part", false),
        ])
    func strangers(name: String, stays: Bool) async throws {
        let server = FaultServer { _, _ in .spot("Cache-Control: max-age=60") }
        defer { server.stop() }
        let files = FileManager.default
        try files.createDirectory(atPath: stage.path, withIntermediateDirectories: true)
        let path = "\(stage.path)/\(name)"
        try Data([1, 2, 3]).write(to: URL(filePath: path))
        // Older than the draft of a process that still writes, and used before the spot.
        stage.advance(by: 4000)
        let cache = stage.cache(SpotCacheLimits(spotCount: 1))
        _ = try await stage.load(server.address(), in: cache)
        #expect(files.fileExists(atPath: path) == stays)
    }

    @Test("C6: may be written by several sessions at once")
    func together() async throws {
        let server = FaultServer { _, _ in .spot() }
        defer { server.stop() }
        let (stage, address) = (stage, server.address())
        await withTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<12 {
                // try?: a load that fails is no spot, which is what is compared.
                group.addTask { try? await stage.load(address).bytes }
            }
            for await bytes in group { #expect(bytes == SpotCacheStage.bytes) }
        }
        #expect(stage.names.count == 1 && stage.names[0].hasSuffix(".spot"))
        server.stop()
        #expect(try await stage.load(address).bytes == SpotCacheStage.bytes)
    }

    @Test("C6: have files of this user only, in which no address or password can be read")
    func secret() async throws {
        let server = FaultServer { _, _ in .spot("Cache-Control: max-age=60") }
        defer { server.stop() }
        let place = server.address("/private.ogg?token=hush").replacing(
            "http://", with: "http://ann:secret@")
        _ = try await stage.load(place)
        let modes = try [stage.path, "\(stage.path)/\(stage.names[0])"].map { path in
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(modes == [0o700, 0o600])
        let text = String(
            decoding: try Data(contentsOf: URL(filePath: "\(stage.path)/\(stage.names[0])"))
                .prefix(600), as: UTF8.self)
        for word in ["secret", "ann", "hush", "private", "127.0.0.1"] {
            #expect(!text.contains(word) && !stage.names[0].contains(word), "\(word)")
        }
        // Another user's spot at the same address is another one.
        _ = try await stage.load(place)
        #expect(server.requests.count == 1)
        _ = try await stage.load(place.replacing("secret", with: "other"))
        #expect(server.requests.count == 2)
    }

    @Test("C6, H11: lead no document into a private network, although they are kept and fresh")
    func inside() async throws {
        let server = FaultServer { _, _ in .spot("Cache-Control: max-age=60") }
        defer { server.stop() }
        let address = server.address("/a")
        _ = try await stage.load(address)
        let stranger = await reason {
            try await stage.load(address, from: .document(typed: nil))
        }
        #expect(stranger == .forbiddenAddress)
        let other = await reason {
            try await stage.load(
                address, from: .document(typed: WebAddress("http://ads.example/tag")))
        }
        #expect(other == .forbiddenAddress)
        #expect(server.requests.count == 1)
        // The operator's own server may name itself, and gets a request of its own.
        let own = WebAddress(server.address("/tag"))
        _ = try await stage.load(address, from: .document(typed: own))
        _ = try await stage.load(address, from: .document(typed: own))
        #expect(server.requests.count == 2)
    }

    @Test("C6: a draft of another process is removed after an hour, and not before")
    func drafts() async throws {
        let files = FileManager.default
        try files.createDirectory(atPath: stage.path, withIntermediateDirectories: true)
        let start = 1_800_000_000
        for (age, stays) in [(3599, true), (3600, true), (3601, false)] {
            let draft = "\(stage.path)/\(String(repeating: "0a", count: 20)).spot.7.part"
            try Data([1]).write(to: URL(filePath: draft))
            let date = Date(timeIntervalSince1970: Double(start - age))
            try files.setAttributes([.modificationDate: date], ofItemAtPath: draft)
            let cache = SpotCache(folder: stage.path) { .seconds(start) }
            cache.keep([1], contentType: nil, CacheFields(), as: try #require(cache.name(for: "a")))
            await cache.written()
            #expect(files.fileExists(atPath: draft) == stays, "\(age)")
        }
    }

    @Test("C6: the time since 1970 is that of the system")
    func time() {
        let first = Date().timeIntervalSince1970
        let time = SpotCache.wallTime() / .seconds(1)
        #expect(time >= first - 0.001 && time <= Date().timeIntervalSince1970 + 0.001)
    }

    @Test("C6: are forgotten if the server confirms them, and says that they are not to be kept")
    func confirmedNoStore() async throws {
        let server = FaultServer { _, index in
            index == 0
                ? .spot("ETag: \"a\"") : [.head("304 Not Modified", "Cache-Control: no-store")]
        }
        defer { server.stop() }
        _ = try await stage.load(server.address())
        #expect(stage.names.count == 1)
        #expect(try await stage.load(server.address()).bytes == SpotCacheStage.bytes)
        #expect(stage.names.isEmpty)
    }

    @Test("C6: are fresh again once their server has confirmed them without a change")
    func confirmed() async throws {
        let server = FaultServer { _, index in
            index == 0
                ? .spot("ETag: \"a\"", "Cache-Control: max-age=60")
                : [.head("304 Not Modified", "ETag: \"a\"", "Cache-Control: max-age=60")]
        }
        defer { server.stop() }
        for (seconds, requestCount) in [(0, 1), (60, 2), (59, 2), (1, 3)] {
            stage.advance(by: seconds)
            #expect(try await stage.load(server.address()).bytes == SpotCacheStage.bytes)
            #expect(server.requests.count == requestCount)
        }
    }

    @Test("C6: tell of their size before they are read, as a download does")
    func size() async throws {
        let server = FaultServer { _, _ in .spot("Cache-Control: max-age=60") }
        defer { server.stop() }
        _ = try await stage.load(server.address())
        let fetcher = SpotFetcher(
            client: WebClient(configuration: WebClientConfiguration()), keepingIn: stage.cache())
        let told = Mutex<[Int]>([])
        _ = try await fetcher.fetch(server.address()) { count in
            told.withLock { $0.append(count) }
        }
        #expect(told.withLock { $0 } == [0, SpotCacheStage.bytes.count])
        #expect(server.requests.count == 1)
    }
}
