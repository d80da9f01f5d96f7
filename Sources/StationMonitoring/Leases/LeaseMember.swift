import FoundationEssentials
import Glibc
import Platform

/// A monitor's entry in the folder of leases, from which others know that it runs and what it
/// wants.
///
/// The entry is a locked file. One that is not locked was left by a process that has ended.
final class LeaseMember {
    private static let suffix = ".monitor"
    /// Room for the names of all stations of a list.
    private static let longest = 1 << 18

    /// The name of the file.
    let name: String
    private let lock: FileLock
    private var written: Entry?

    private struct Entry: Hashable, Codable {
        var stations: [String]
        var room: Int
    }

    /// Joins those that use `folder`.
    init(in folder: String) throws(FileLockFailure) {
        (name, lock) = try Self.join(folder)
    }

    private static func join(_ folder: String) throws(FileLockFailure) -> (String, FileLock) {
        while true {
            let name = String(UInt64.random(in: .min ... .max), radix: 16) + suffix
            // Another monitor may remove the file before it is locked.
            if let lock = try FileLock.acquire("\(folder)/\(name)"), lock.hasName {
                return (name, lock)
            }
        }
    }

    deinit {
        lock.remove()
    }

    /// Tells the others its stations, and how many more it wants to watch.
    func tell(_ stations: [String], room: Int) throws {
        let entry = Entry(stations: stations, room: room)
        guard entry != written else { return }
        try lock.write(String(decoding: try JSONEncoder().encode(entry), as: UTF8.self))
        written = entry
    }

    /// Leaves the folder.
    func leave() { lock.remove() }

    /// The other monitors that use `folder` and run. Removes the entries of those that have ended.
    func others(in folder: String) throws -> [FairShare.Other] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(Self.suffix) && $0 != name }
            .sorted()
            .compactMap { try Self.other("\(folder)/\($0)") }
    }

    private static func other(_ path: String) throws -> FairShare.Other? {
        guard try FileLock.isHeld(path) else {
            try FileLock.acquire(path)?.remove()
            return nil
        }
        do {
            let file = try OwnedDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
            let bytes = try Descriptor.read(from: file.number, atMost: longest)
            let entry = try JSONDecoder().decode(Entry.self, from: Data(bytes))
            return FairShare.Other(stations: Set(entry.stations), room: max(0, entry.room))
        } catch {
            // It has just joined, or ends or writes just now: it shares nothing at this look.
            return FairShare.Other(stations: [], room: 0)
        }
    }
}
