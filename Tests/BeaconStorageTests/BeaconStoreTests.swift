import BeaconStorage
import Foundation
import TestFiles
import Testing

@Suite("A store of beacons", .timeLimit(.minutes(1)))
struct BeaconStoreTests: StoreSuite {
    let folder = try! TemporaryFolder()

    @Test("gives the next process what is not settled, in order")
    func order() async throws {
        let first = try store()
        #expect(first.leftovers.isEmpty)
        let ids = (0..<5).map { first.add(Array("item \($0)".utf8)) }
        first.remove(ids[1])
        first.remove(ids[4])
        await first.close()
        let second = try store()
        #expect(texts(second) == ["item 0", "item 2", "item 3"])
        #expect(second.leftovers.allSatisfy { $0.id < 0 })
        second.remove(second.leftovers[0].id)
        _ = second.add(Array("item 5".utf8))
        await second.close()
        #expect(texts(try store()) == ["item 2", "item 3", "item 5"])
    }

    @Test("has an item on disk once it has returned from adding it, if it is to wait")
    func now() async throws {
        let first = try store()
        let ids = [first.addNow(Array("a".utf8)), first.addNow(Array("b".utf8))]
        let left = try copy()
        #expect(texts(try BeaconStore(folder: left.file("beacons"))) == ["a", "b"])
        first.remove(ids[0])
        await first.close()
        #expect(texts(try store()) == ["b"])
    }

    @Test("has a file for itself, and takes over those whose process has ended")
    func several() async throws {
        let first = try store()
        let second = try store()
        _ = first.add(Array("a".utf8))
        _ = second.add(Array("b".utf8))
        await first.written()
        await second.close()
        #expect(FileManager.default.fileExists(atPath: file(2)))
        do {
            let third = try store()
            #expect(texts(third) == ["b"])
            await third.close()
        }
        await first.close()
    }

    @Test("keeps no more items, no longer and no older ones than its limits")
    func limits() async throws {
        var limits = StoreLimits()
        limits.itemCount = 3
        limits.byteCount = 4
        let first = try store(limits)
        for text in ["a", "four", "fives", "c", "d"] { _ = first.add(Array(text.utf8)) }
        await first.close()
        let second = try store(limits)
        #expect(texts(second) == ["a", "four", "c"])
        await second.close()
        limits.age = .seconds(-1)
        #expect(try store(limits).leftovers.isEmpty)
    }

    @Test("forgets what is too old or too long for good")
    func forgotten() async throws {
        let first = try store()
        for text in ["old", "long", "new"] { _ = first.add(Array(text.utf8)) }
        await first.close()
        try run("UPDATE beacon SET date = 1 WHERE number = 1", on: file(1))
        var limits = StoreLimits()
        limits.byteCount = 3
        await (try store(limits)).close()
        limits.byteCount = 4
        try run("UPDATE beacon SET date = (SELECT max(date) FROM beacon)", on: file(1))
        #expect(texts(try store(limits)) == ["new"])
    }

    @Test("keeps items of up to 64 KiB for a day unless told otherwise")
    func defaults() async throws {
        let first = try store()
        for count in [65_536, 65_537, 1, 2] {
            _ = first.add([UInt8](repeating: 0x61, count: count))
        }
        await first.close()
        // Half a minute less than a day ago, and some seconds more.
        try run(
            """
            UPDATE beacon SET date = date - 86370000 WHERE length(body) = 1;
            UPDATE beacon SET date = date - 86412000 WHERE length(body) = 2
            """, on: file(1))
        #expect(try store().leftovers.map(\.bytes.count) == [1, 65_536])
    }

    @Test("dates an item by the clock of the system, in milliseconds")
    func dates() async throws {
        let store = try store()
        let before = Int64(Date().timeIntervalSince1970 * 1000)
        _ = store.add(Array("a".utf8))
        await store.close()
        let after = Int64(Date().timeIntervalSince1970 * 1000) + 1
        try run("DELETE FROM beacon WHERE date NOT BETWEEN \(before) AND \(after)", on: file(1))
        #expect(texts(try self.store()) == ["a"])
    }

    @Test(
        "keeps any bytes",
        arguments: [[], [0], [0x61, 0, 0xFF], Array(0...255)] as [[UInt8]])
    func bytes(bytes: [UInt8]) async throws {
        let first = try store()
        _ = first.add(bytes)
        await first.close()
        #expect(try store().leftovers.map(\.bytes) == [bytes])
    }

    @Test(
        "puts a damaged file aside, and begins a new one",
        arguments: [
            "no database", "SQLite format 3\u{0}" + String(repeating: "\u{1}", count: 4000), "",
        ])
    func damaged(contents: String) async throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("beacons"), withIntermediateDirectories: true)
        try Data(contents.utf8).write(to: URL(filePath: file(1)))
        let first = try store()
        #expect(first.leftovers.isEmpty)
        _ = first.add(Array("a".utf8))
        await first.close()
        #expect(texts(try store()) == ["a"])
        #expect(
            FileManager.default.fileExists(atPath: "\(file(1)).damaged") == !contents.isEmpty)
    }

    @Test("says which file cannot be opened")
    func forbidden() throws {
        let path = try folder.write([1], to: "file")
        let failure = #expect(throws: BeaconStoreFailure.self) {
            try BeaconStore(folder: "\(path)/beacons")
        }
        #expect(
            failure?.description.hasPrefix("\(path)/beacons/beacons-1.sqlite cannot be opened")
                == true)
    }

    @Test("keeps what was written when the process is killed")
    func killed() async throws {
        let first = try store()
        for index in 0..<100 { _ = first.add(Array("item \(index)".utf8)) }
        await first.written()
        let copy = try copy()
        #expect(try BeaconStore(folder: copy.file("beacons")).leftovers.count == 100)
        await first.close()
    }

    @Test("takes ten thousand items in less than a few seconds, and reads them again")
    func many() async throws {
        let first = try store()
        for index in 0..<10_100 { _ = first.add(Array("item \(index)".utf8)) }
        await first.close()
        let second = try store()
        #expect(second.leftovers.count == 10_000)
        for item in second.leftovers { second.remove(item.id) }
        await second.close()
        #expect(try store().leftovers.isEmpty)
    }

    @Test("keeps the rest if what is too old cannot be deleted, as on a full disk")
    func undeletable() async throws {
        try await file(with: ["old", "new"], refusingToDelete: "OLD.date = 1")
        try run("UPDATE beacon SET date = 1 WHERE number = 1", on: file(1))
        #expect(texts(try store()) == ["new"])
    }

    @Test(
        "deletes a settled item later if it cannot be deleted at once, so that it is not sent twice"
    )
    func deletedLater() async throws {
        try await file(
            with: ["a", "b"], refusingToDelete: "(SELECT count(*) FROM beacon) < 3")
        let store = try store()
        store.remove(store.leftovers[0].id)
        await store.written()
        _ = store.add(Array("c".utf8))
        await store.written()
        // Also if the process is killed before it closes the store.
        let copy = try copy()
        #expect(texts(try BeaconStore(folder: copy.file("beacons"))) == ["b", "c"])
        await store.close()
        #expect(
            await failures(of: store) == [
                "\(folder.file("beacons")): cannot be written: the disk is full; "
                    + "check the folder and its permissions"
            ])
        #expect(texts(try self.store()) == ["b", "c"])
    }

    @Test("deletes a settled item when it is closed if nothing else is written before")
    func deletedAtTheEnd() async throws {
        try await file(with: ["a", "b"], refusingToDelete: "false")
        // FAIL keeps what the trigger has written, so that only the first attempt is refused.
        try run(
            """
            CREATE TABLE attempt (number INTEGER);
            CREATE TRIGGER first BEFORE DELETE ON beacon BEGIN
            INSERT INTO attempt VALUES (1);
            SELECT RAISE(FAIL, 'the disk is full') WHERE (SELECT count(*) FROM attempt) < 2;
            END
            """, on: file(1))
        let store = try store()
        store.remove(store.leftovers[0].id)
        await store.written()
        await store.close()
        #expect(texts(try self.store()) == ["b"])
    }

    @Test("says to free space if the disk is full")
    func full() async throws {
        let first = try store()
        _ = first.add(Array("a".utf8))
        await first.close()
        // After the greatest number, SQLite fails as it does on a full disk.
        try run("UPDATE sqlite_sequence SET seq = \(Int64.max)", on: file(1))
        let second = try store()
        _ = second.add(Array("b".utf8))
        await second.close()
        #expect(
            await failures(of: second) == [
                "\(folder.file("beacons")): cannot be written: database or disk is full; "
                    + "free space there"
            ])
    }

    @Test("counts the age of an item from now on if the clock was set back")
    func future() async throws {
        let first = try store()
        _ = first.add(Array("a".utf8))
        await first.close()
        try run("UPDATE beacon SET date = 9000000000000000", on: file(1))
        let second = try store()
        #expect(texts(second) == ["a"])
        await second.close()
        var limits = StoreLimits()
        limits.age = .seconds(-1)
        #expect(try store(limits).leftovers.isEmpty)
    }

    @Test("says once that its folder was removed")
    func removed() async throws {
        let store = try store()
        try FileManager.default.removeItem(atPath: folder.file("beacons"))
        for text in ["a", "b"] { _ = store.add(Array(text.utf8)) }
        await store.close()
        #expect(
            await failures(of: store) == [
                "\(folder.file("beacons")): cannot be written: the file was removed; "
                    + "check the folder and its permissions"
            ])
    }

    @Test("has files of this user only, also in a folder of others")
    func modes() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("beacons"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        let store = try store()
        _ = store.add(Array("a".utf8))
        await store.written()
        for name in ["", "-wal"] {
            let mode = try FileManager.default.attributesOfItem(
                atPath: file(1) + name)[.posixPermissions]
            #expect(mode as? Int == 0o600, "\(name)")
        }
        await store.close()
    }

    @Test("needs a folder with a name, and writes nothing into the root of the system")
    func unnamed() {
        #expect(throws: BeaconStoreFailure.self) { try BeaconStore(folder: "") }
    }

    @Test("drops what it gets once it is closed, and lets another store have its file")
    func closed() async throws {
        let first = try store()
        await first.close()
        _ = first.add(Array("late".utf8))
        await first.written()
        #expect(await failures(of: first) == [])
        let second = try store()
        #expect(second.leftovers.isEmpty)
        #expect(try names(in: "beacons") == ["beacons-1.sqlite", "beacons-1.sqlite-wal"])
        await second.close()
        first.remove(1)
    }

    @Test("has no more failures when nobody holds it any longer, closed or not")
    func released() async throws {
        let failures = try store().failures
        for await line in failures { Issue.record("\(line)") }
    }
}
