import FoundationEssentials
import MediaTime
import PlainText
import Platform
import Synchronization

/// The right to watch a station, which one process has at a time, and what is known of the station.
///
/// The lease is the lock of a file, and the file has a line of JSON for the next process. Callable
/// from any thread.
final class StationLease: Sendable {
    let station: String
    /// What was known when the lease was taken.
    let memory: StationMemory

    private let lock: FileLock
    private let say: @Sendable (String) -> Void
    private let state: Mutex<State>

    private struct State {
        var kept: StationMemory
        /// Whether the last memory could not be written.
        var hasFailed = false
    }

    /// More is no memory of a station.
    private static let longest = 1 << 16

    /// `nil` if another process has the lease. `say` gets a line if the file cannot be read or
    /// written.
    init?(
        of station: String, in folder: String, say: @escaping @Sendable (String) -> Void
    ) throws(FileLockFailure) {
        let path = Self.path(of: station, in: folder)
        guard let lock = try FileLock.acquire(path) else { return nil }
        var memory = StationMemory()
        do {
            memory = try Self.read(lock)
        } catch {
            say("\(path): cannot be read: \(error); the station begins as a new one")
        }
        (self.station, self.lock, self.say, self.memory) = (station, lock, say, memory)
        state = Mutex(State(kept: memory))
    }

    /// What the file says; of a new station, nothing.
    private static func read(_ lock: FileLock) throws -> StationMemory {
        let bytes = try lock.read(atMost: longest) ?? []
        // Behind the line may be what is left of a longer one.
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        if line.isEmpty { return StationMemory() }
        return try JSONDecoder().decode(StationMemory.self, from: Data(line))
    }

    /// Makes `memory` what the next process gets. Blocks while it is written.
    func keep(_ memory: StationMemory) {
        let complaint = state.withLock { state -> String? in
            guard memory != state.kept else { return nil }
            state.kept = memory
            do {
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                let line = String(decoding: try encoder.encode(memory), as: UTF8.self)
                try lock.write(line + "\n")
                state.hasFailed = false
                return nil
            } catch {
                defer { state.hasFailed = true }
                return state.hasFailed ? nil : "\(lock.path): cannot be written: \(error)"
            }
        }
        if let complaint { say(complaint) }
    }

    /// Lets another process take the lease.
    func release() { lock.release() }

    /// Whether a process has the lease of a station.
    static func isTaken(_ station: String, in folder: String) throws(FileLockFailure) -> Bool {
        try FileLock.isHeld(path(of: station, in: folder))
    }

    /// `FOLDER/NAME.lease`, with the name of the station percent-encoded. If that is too long, its
    /// end is a hash.
    static func path(of station: String, in folder: String) -> String {
        var name = station.percentEncoded
        let most = StationList.longestLogName - suffix.utf8.count
        if name.utf8.count > most {
            // FNV-1a.
            let hash = station.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01b3
            }
            let end = "-\(String(hash, radix: 16))"
            name = String(name.prefix(most - end.utf8.count)) + end
        }
        return "\(folder)/\(name)\(suffix)"
    }

    private static let suffix = ".lease"
}
