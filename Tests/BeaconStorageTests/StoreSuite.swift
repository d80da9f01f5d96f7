import BeaconStorage
import CSQLite
import Foundation
import TestFiles
import Testing

/// Tests of stores in the folder `beacons` of a temporary one.
protocol StoreSuite {
    var folder: TemporaryFolder { get }
}

extension StoreSuite {
    func store(_ limits: StoreLimits = StoreLimits()) throws -> BeaconStore {
        try BeaconStore(folder: folder.file("beacons"), limits: limits)
    }

    func file(_ number: Int) -> String { folder.file("beacons/beacons-\(number).sqlite") }

    /// A copy of the folder. That of a store which is in use is what a killed process leaves.
    func copy() throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        try FileManager.default.copyItem(
            atPath: folder.file("beacons"), toPath: copy.file("beacons"))
        return copy
    }

    /// The names of the files in a folder, sorted.
    func names(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file(name)).sorted()
    }

    func texts(_ store: BeaconStore) -> [String] {
        store.leftovers.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// All that a store says about failures. Returns once it is closed.
    func failures(of store: BeaconStore) async -> [String] {
        var lines: [String] = []
        for await line in store.failures { lines.append(line) }
        // Without this, the store may end before the loop, which ends its failures too.
        withExtendedLifetime(store) {}
        return lines
    }

    /// Changes a file that no store has open, or makes one, as a stranger does.
    func run(_ statements: String, on file: String) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        try #require(sqlite3_open(file, &connection) == SQLITE_OK)
        try #require(sqlite3_exec(connection, statements, nil, nil, nil) == SQLITE_OK)
    }

    /// Makes a file with `items`, in which no row that fits `condition` can be deleted.
    func file(with items: [String], refusingToDelete condition: String) async throws {
        let store = try store()
        for text in items { _ = store.add(Array(text.utf8)) }
        await store.close()
        try run(
            """
            CREATE TRIGGER refusal BEFORE DELETE ON beacon WHEN \(condition)
            BEGIN SELECT RAISE(FAIL, 'the disk is full'); END
            """, on: file(1))
    }
}
