import BeaconStorage
import Foundation
import TestFiles
import Testing

@Suite("A file that is none of a store of beacons", .timeLimit(.minutes(1)))
struct StrangeStoreFileTests: StoreSuite {
    let folder = try! TemporaryFolder()

    private static let table =
        "CREATE TABLE beacon (number INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER, body BLOB)"
    /// Text that says that it is one letter long, of a megabyte and a half.
    private static let long = "'a' || char(0) || printf('%.1500000c', 'x')"

    @Test(
        "is put aside if its table is another one, or has what no store reads",
        arguments: [
            "CREATE TABLE beacon (number INTEGER PRIMARY KEY, text TEXT)",
            "CREATE TABLE other (number INTEGER); CREATE VIEW beacon AS SELECT number FROM other",
            "\(table); INSERT INTO beacon (date, body) VALUES (1, \(long))",
        ])
    func putAside(statements: String) async throws {
        await (try store()).close()
        try FileManager.default.removeItem(atPath: file(1))
        try run(statements, on: file(1))
        let first = try store()
        #expect(first.leftovers.isEmpty)
        _ = first.add(Array("a".utf8))
        await first.close()
        #expect(await failures(of: first) == [])
        #expect(texts(try store()) == ["a"])
        #expect(FileManager.default.fileExists(atPath: "\(file(1)).damaged"))
    }

    @Test("leaves its log of changes to nobody when it is put aside")
    func log() async throws {
        // The log of the second store has its item only, and not what makes the file a database.
        await (try store()).close()
        let first = try store()
        _ = first.add(Array("old".utf8))
        await first.written()
        let log = try Data(contentsOf: URL(filePath: "\(file(1))-wal"))
        await first.close()
        try Data("no database".utf8).write(to: URL(filePath: file(1)))
        try log.write(to: URL(filePath: "\(file(1))-wal"))
        let second = try store()
        #expect(second.leftovers.isEmpty)
        _ = second.add(Array("new".utf8))
        await second.close()
        #expect(texts(try store()) == ["new"])
    }

    @Test("is emptied if only later rows are damaged")
    func emptied() async throws {
        let first = try store()
        for text in ["item 1", "item 2", "item 3"] { _ = first.add(Array(text.utf8)) }
        await first.close()
        var bytes = try Data(contentsOf: URL(filePath: file(1)))
        let body = try #require(bytes.firstRange(of: Data("item 2".utf8)))
        // Before the body is the date of six bytes, and before that the lengths of all, in four.
        bytes[body.lowerBound - 10] = 0x7F
        try bytes.write(to: URL(filePath: file(1)))
        let second = try store()
        #expect(second.leftovers.isEmpty)
        _ = second.add(Array("new".utf8))
        await second.close()
        #expect(texts(try store()) == ["new"])
        #expect(try names(in: "beacons").contains("beacons-1.sqlite.damaged") == false)
    }

    @Test("runs no code that reads more than its own tables")
    func code() async throws {
        await (try store()).close()
        try run(
            """
            CREATE TRIGGER spy BEFORE INSERT ON beacon
            BEGIN SELECT count(*) FROM pragma_database_list; END
            """, on: file(1))
        let store = try store()
        _ = store.add(Array("a".utf8))
        await store.close()
        let words = await failures(of: store)
        #expect(words.count == 1)
        #expect(words.first?.contains("unsafe use of virtual table") == true)
    }
}
