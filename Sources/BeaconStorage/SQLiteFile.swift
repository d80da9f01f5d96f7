import CSQLite
import Glibc
import MediaTime

/// An SQLite database in a file that this connection has for itself.
///
/// The system releases it when the process ends in any way. Changes survive the process from the
/// moment when ``run(_:_:)`` returns; a failure of power may take the last ones back. For one thread at
/// a time.
final class SQLiteFile {
    private let connection: OpaquePointer

    /// A value of a row.
    enum Value {
        case integer(Int64)
        case bytes([UInt8])
    }

    /// Opens or creates a file. The failure ``SQLiteFailure/isTaken`` if another connection has it.
    init(path: String) throws(SQLiteFailure) {
        var opened: OpaquePointer?
        let flags =
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
        let status = sqlite3_open_v2(path, &opened, flags, nil)
        guard status == SQLITE_OK, let opened else {
            defer { sqlite3_close(opened) }
            throw SQLiteFailure(code: status, words: Self.words(opened, status))
        }
        connection = opened
        // The items are addresses that may identify a listener. The log of the file gets its mode.
        chmod(path, 0o600)
        // A damaged file or one of a stranger gets errors, and runs no code.
        sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 1 << 20)
        try run("PRAGMA trusted_schema = OFF")
        try run("PRAGMA locking_mode = EXCLUSIVE")
        // Locks the file, or fails at once: another connection keeps it for as long as it runs.
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = NORMAL")
    }

    deinit {
        sqlite3_close(connection)
    }

    /// Whether the file was removed or replaced. SQLite goes on writing into what no process finds.
    var isGone: Bool {
        var isGone: CInt = 0
        let status = sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &isGone)
        return status == SQLITE_OK && isGone != 0
    }

    /// The number of the row that was added last.
    var newestRow: Int64 { sqlite3_last_insert_rowid(connection) }

    /// Runs one statement, whose results are dropped.
    func run(_ statement: StaticString, _ values: [Value] = []) throws(SQLiteFailure) {
        _ = try rows(statement, values)
    }

    /// All rows of a query.
    func rows(_ query: StaticString, _ values: [Value] = []) throws(SQLiteFailure) -> [Row] {
        var prepared: OpaquePointer?
        let status = sqlite3_prepare_v2(connection, "\(query)", -1, &prepared, nil)
        guard status == SQLITE_OK, let prepared else { throw failure(status) }
        defer { sqlite3_finalize(prepared) }
        for (index, value) in values.enumerated() {
            let status = Self.bind(value, to: prepared, at: Int32(clamping: index + 1))
            guard status == SQLITE_OK else { throw failure(status) }
        }
        var rows: [Row] = []
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_DONE: return rows
            case SQLITE_ROW: rows.append(Row(prepared))
            case let status: throw failure(status)
            }
        }
    }

    /// A row whose last column is bytes, and whose other ones are integers.
    struct Row {
        let integers: [Int64]
        let bytes: [UInt8]

        fileprivate init(_ statement: OpaquePointer) {
            let last = sqlite3_column_count(statement) - 1
            integers = (0..<last).map { sqlite3_column_int64(statement, $0) }
            let start = sqlite3_column_blob(statement, last)
            let count = Int(sqlite3_column_bytes(statement, last))
            bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    private static func bind(
        _ value: Value, to statement: OpaquePointer, at index: Int32
    ) -> Int32 {
        // SQLite copies the value at once.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return switch value {
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .bytes(let bytes):
            bytes.withUnsafeBytes {
                sqlite3_bind_blob(
                    statement, index, $0.baseAddress, Int32(clamping: $0.count), copied)
            }
        }
    }

    private func failure(_ status: Int32) -> SQLiteFailure {
        SQLiteFailure(code: status, words: Self.words(connection, status))
    }

    private static func words(_ connection: OpaquePointer?, _ status: Int32) -> String {
        guard let connection else { return String(cString: sqlite3_errstr(status)) }
        return String(cString: sqlite3_errmsg(connection))
    }
}

/// Why SQLite could not do something.
struct SQLiteFailure: Error, Hashable, CustomStringConvertible {
    /// SQLite's primary result code; the extended ones are not asked for.
    let code: Int32
    /// In SQLite's words.
    let words: String

    var description: String { words }

    /// The file was removed or replaced while it was open.
    static let gone = SQLiteFailure(code: SQLITE_READONLY, words: "the file was removed")

    /// What to try.
    var advice: String {
        code == SQLITE_FULL ? "free space there" : "check the folder and its permissions"
    }

    /// Whether another connection has the file.
    var isTaken: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code) }

    /// Whether the file is no database, a damaged one, or one of a stranger.
    var isDamage: Bool {
        [SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_TOOBIG].contains(code)
    }
}
