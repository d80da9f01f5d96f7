import Foundation
import Synchronization
import TestFiles

@testable import StationMonitoring

/// Several monitors that share stations by one folder, without their sessions.
///
/// A second is a look of each: no time passes.
final class LeaseHolders {
    let folder: TemporaryFolder
    private(set) var holders: [String: StationLeases] = [:]
    /// What each has to look after.
    private(set) var watched: [String: [String: StationLease]] = [:]
    private let said = Said()

    private final class Said: Sendable {
        let lines = Mutex<[String]>([])
    }

    init() throws {
        folder = try TemporaryFolder()
    }

    func start(_ name: String, _ stations: [String]) throws {
        let said = said
        holders[name] = try StationLeases(of: stations, in: folder.path) { line in
            said.lines.withLock { $0.append(line) }
        }
        watched[name] = [:]
    }

    var complaints: [String] { said.lines.withLock { $0 } }

    /// Lets seconds pass.
    func pass(_ seconds: Int = 1) {
        for _ in 0..<seconds {
            for name in holders.keys.sorted() { look(name) }
        }
    }

    func look(_ name: String) {
        guard let changes = holders[name]?.look() else { return }
        for lease in changes.given {
            watched[name]?[lease.station] = nil
            lease.release()
        }
        for lease in changes.taken { watched[name]?[lease.station] = lease }
    }

    /// Ends a monitor as the system does with a process that is killed: its locks are free, and its
    /// entry stays.
    func kill(_ name: String) throws {
        let entries = try entries()
        holders[name]?.leave()
        holders[name] = nil
        for lease in (watched.removeValue(forKey: name) ?? [:]).values { lease.release() }
        // It was removed; one that nobody holds takes its place.
        let left = Set(entries).subtracting(try self.entries())
        for entry in left {
            try folder.write(#"{"stations":["s0"],"room":200}"#.utf8, to: entry)
        }
    }

    func entries() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".monitor") }
    }

    func setStations(_ names: [String], ended: [String], of name: String) {
        holders[name]?.setStations(names, ended: ended)
        for station in ended { watched[name]?.removeValue(forKey: station)?.release() }
    }

    /// How many stations each watches.
    var counts: [String: Int] { watched.mapValues(\.count) }

    /// All stations that are watched, sorted; one that two watch is there twice.
    var all: [String] { watched.values.flatMap(\.keys).sorted() }
}
