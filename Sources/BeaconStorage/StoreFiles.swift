import Glibc
import MediaTime

/// The files of a store: its own, and those that ended processes have left.
///
/// For one thread at a time.
final class StoreFiles {
    /// The items of all files at the start, oldest first.
    let leftovers: [StoredItem]

    /// The own one, and then the others. All stay locked, so that no third process sends the same
    /// items.
    private let files: [StoreFile]
    private let limits: StoreLimits
    /// Where each item is.
    private var places: [Int64: Place] = [:]
    /// Where settled items are that could not be deleted, as on a full disk. They are deleted with a
    /// later change, because the next process would send them again.
    private var undeleted: [Place] = []

    private struct Place {
        var file: Int
        var number: Int64
    }

    /// The most files of a folder.
    private static let fileLimit = 64

    init(folder: String, limits: StoreLimits) throws(BeaconStoreFailure) {
        guard !folder.isEmpty else {
            throw BeaconStoreFailure(description: "the folder has no name; name one")
        }
        // If the folder cannot be made, no file in it can be opened, and that is reported.
        Self.makeFolders(to: folder)
        // A link may lead to the folder, but none to a file in it.
        let folder = Self.resolved(folder)
        var files: [StoreFile] = []
        var failure: BeaconStoreFailure?
        for number in 1...Self.fileLimit {
            let path = "\(folder)/beacons-\(number).sqlite"
            // A file that does not exist yet is only needed as the own one.
            if !files.isEmpty, access(path, F_OK) != 0 { continue }
            do throws(BeaconStoreFailure) {
                if let file = try StoreFile(path: path) { files.append(file) }
            } catch {
                if failure == nil { failure = error }
            }
        }
        guard !files.isEmpty else {
            throw failure ?? BeaconStoreFailure(description: "\(folder): all its files are in use")
        }
        self.files = files
        self.limits = limits
        var rows: [(place: Place, row: StoreFile.Row)] = []
        for (index, file) in files.enumerated() {
            for row in file.takeRows(limits) {
                rows.append((Place(file: index, number: row.number), row))
            }
        }
        rows.sort { first, second in
            (first.row.date, first.place.file, first.place.number)
                < (second.row.date, second.place.file, second.place.number)
        }
        rows = Array(rows.prefix(limits.itemCount))
        leftovers = rows.enumerated().map { index, one in
            StoredItem(id: -Int64(index + 1), bytes: one.row.bytes)
        }
        for (item, one) in zip(leftovers, rows) { places[item.id] = one.place }
    }

    /// Writes an item to the disk, if the limits allow it.
    func add(_ item: StoredItem) throws(SQLiteFailure) {
        guard places.count < limits.itemCount, item.bytes.count <= limits.byteCount else { return }
        places[item.id] = Place(file: 0, number: try files[0].add(item.bytes))
        try deleteSettled()
    }

    /// Deletes an item from the disk.
    func remove(_ id: Int64) throws(SQLiteFailure) {
        guard let place = places.removeValue(forKey: id) else { return }
        undeleted.append(place)
        try deleteSettled()
    }

    /// Deletes the settled items that are still on disk, as far as that is possible now.
    func deleteSettled() throws(SQLiteFailure) {
        while let place = undeleted.last {
            try files[place.file].remove(place.number)
            undeleted.removeLast()
        }
    }

    private static func resolved(_ folder: String) -> String {
        guard let path = realpath(folder, nil) else { return folder }
        defer { free(path) }
        return String(cString: path)
    }

    private static func makeFolders(to folder: String) {
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            mkdir(path, 0o700)
        }
    }
}

/// One file with items.
final class StoreFile {
    private let file: SQLiteFile

    struct Row {
        var number: Int64
        /// When it was written, in milliseconds since 1970.
        var date: Int64
        var bytes: [UInt8]
    }

    /// Opens or creates a file; `nil` if another store has it. A damaged one is put aside, as
    /// `NAME.damaged`.
    init?(path: String) throws(BeaconStoreFailure) {
        do throws(SQLiteFailure) {
            do throws(SQLiteFailure) {
                file = try Self.opened(path)
            } catch {
                guard error.isDamage else { throw error }
                // Its log may stay: SQLite deletes the log of a file that is missing.
                rename(path, "\(path).damaged")
                file = try Self.opened(path)
            }
        } catch {
            if error.isTaken { return nil }
            throw BeaconStoreFailure(
                description: "\(path) cannot be opened: \(error); \(error.advice)")
        }
    }

    private static func opened(_ path: String) throws(SQLiteFailure) -> SQLiteFile {
        let file = try SQLiteFile(path: path)
        try file.run(
            """
            CREATE TABLE IF NOT EXISTS beacon
            (number INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER NOT NULL, body BLOB NOT NULL)
            """)
        try file.run("SELECT number, date, body FROM beacon LIMIT 1")
        return file
    }

    /// The oldest rows, at most as many as the limits allow. Deletes those that are too old or too long,
    /// and all if the table is damaged.
    func takeRows(_ limits: StoreLimits) -> [Row] {
        let now = Self.now
        let bounds: [SQLiteFile.Value] = [
            .integer(now - Int64(saturating: limits.age.inSeconds * 1000)),
            .integer(Int64(limits.byteCount)),
        ]
        // If the clock was set back, the age counts from now on. Otherwise it would not end.
        // try?: a full disk takes no change, and the rows can still be read.
        try? file.run("UPDATE beacon SET date = ?1 WHERE date > ?1", [.integer(now)])
        // try?: the same, and the query leaves these rows out.
        try? file.run("DELETE FROM beacon WHERE date < ? OR length(body) > ?", bounds)
        do throws(SQLiteFailure) {
            let rows = try file.rows(
                """
                SELECT number, date, body FROM beacon
                WHERE date >= ? AND length(body) <= ? ORDER BY number LIMIT ?
                """, bounds + [.integer(Int64(limits.itemCount))])
            return rows.map { Row(number: $0.integers[0], date: $0.integers[1], bytes: $0.bytes) }
        } catch {
            // No part of a damaged table can be trusted, so the file is emptied.
            // try?: if not even that works, the next item fails, and that is reported.
            if error.isDamage { try? file.run("DELETE FROM beacon") }
            return []
        }
    }

    /// Adds an item, and returns its number in the file.
    func add(_ bytes: [UInt8]) throws(SQLiteFailure) -> Int64 {
        guard !file.isGone else { throw .gone }
        try file.run(
            "INSERT INTO beacon (date, body) VALUES (?, ?)", [.integer(Self.now), .bytes(bytes)])
        return file.newestRow
    }

    func remove(_ number: Int64) throws(SQLiteFailure) {
        try file.run("DELETE FROM beacon WHERE number = ?", [.integer(number)])
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
