import BeaconStorage
import Foundation
import TestFiles
import Testing

@Suite("The folder of stores of beacons", .timeLimit(.minutes(1)))
struct StoreFolderTests: StoreSuite {
    let folder = try! TemporaryFolder()

    @Test("gets no more files than stores that are open at a time")
    func files() async throws {
        for _ in 0..<3 { await (try store()).close() }
        #expect(try names(in: "beacons") == ["beacons-1.sqlite"])
        let stores = try (0..<2).map { _ in try store() }
        for store in stores { await store.close() }
        #expect(try names(in: "beacons") == ["beacons-1.sqlite", "beacons-2.sqlite"])
    }

    @Test("has room for 64 stores at a time")
    func room() async throws {
        let stores = try (0..<64).map { _ in try store() }
        let failure = #expect(throws: BeaconStoreFailure.self) { try store() }
        #expect(failure?.description == "\(folder.file("beacons")): all its files are in use")
        for store in stores { await store.close() }
    }

    @Test("is made with those above it, for this user only", arguments: ["absolute", "relative"])
    func made(path: String) async throws {
        let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in ".." }
        let top = path == "absolute" ? folder.path : up.joined(separator: "/") + folder.path
        await (try BeaconStore(folder: "\(top)/a/b")).close()
        #expect(try names(in: "a/b") == ["beacons-1.sqlite"])
        for name in ["a", "a/b"] {
            let mode = try FileManager.default.attributesOfItem(
                atPath: folder.file(name))[.posixPermissions]
            #expect(mode as? Int == 0o700, "\(name)")
        }
    }

    @Test("may be behind a link, but no file in it may")
    func links() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("beacons"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: file(1), withDestinationPath: folder.file("other.sqlite"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("beacons"))
        let store = try BeaconStore(folder: folder.file("link"))
        _ = store.add(Array("a".utf8))
        await store.close()
        #expect(try names(in: "") == ["beacons", "link"])
        #expect(try names(in: "beacons") == ["beacons-1.sqlite", "beacons-2.sqlite"])
    }

    /// Makes files with items: the text of each, and its date in milliseconds after an hour ago.
    private func fill(_ files: [[(text: String, date: Int)]]) async throws {
        let stores = try files.map { _ in try store() }
        for (store, items) in zip(stores, files) {
            for item in items { _ = store.add(Array(item.text.utf8)) }
        }
        for store in stores { await store.close() }
        let hourAgo = Int(Date().timeIntervalSince1970 - 3600) * 1000
        for (index, items) in files.enumerated() {
            for (number, item) in items.enumerated() {
                try run(
                    "UPDATE beacon SET date = \(hourAgo + item.date) WHERE number = \(number + 1)",
                    on: file(index + 1))
            }
        }
    }

    @Test("gives the items of several processes by age, and those of one age by file and number")
    func order() async throws {
        try await fill([
            [("g", 30), ("a", 10), ("b", 10)], [("c", 10), ("f", 29), ("d", 11), ("e", 12)],
        ])
        let next = try store()
        #expect(texts(next) == ["a", "b", "c", "d", "e", "f", "g"])
        for (index, item) in next.leftovers.enumerated() where ![1, 4].contains(index) {
            next.remove(item.id)
        }
        await next.close()
        #expect(texts(try store()) == ["b", "e"])
    }

    @Test("gives no more items than its limit, and keeps no more with those of other files")
    func limit() async throws {
        try await fill([[("a", 10), ("d", 40)], [("b", 20), ("c", 30)]])
        var limits = StoreLimits()
        limits.itemCount = 3
        let next = try store(limits)
        #expect(texts(next) == ["a", "b", "c"])
        _ = next.add(Array("e".utf8))
        next.remove(next.leftovers[0].id)
        _ = next.add(Array("f".utf8))
        await next.close()
        limits.itemCount = 10
        #expect(texts(try store(limits)) == ["b", "c", "d", "f"])
    }
}
