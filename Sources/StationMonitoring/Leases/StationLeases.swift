import Glibc
import Platform

/// The stations of a list that this process watches, of those that it shares with other processes.
///
/// All use one folder. Each station has a lease there, which the system releases when its process
/// ends in any way. Each process takes free leases up to its fair share, and gives those beyond it
/// to a process that has fewer. It learns of the others by the folder, each time that it looks. For
/// one task, which may be blocked by the disk.
struct StationLeases {
    private let folder: String
    private let say: @Sendable (String) -> Void
    private let member: LeaseMember
    private var stations: [String]
    private(set) var leases: [String: StationLease] = [:]
    /// How many looks in a row a station was free that is beyond the share.
    private var freeCounts: [String: Int] = [:]
    /// Those that were taken beyond the share. They stay here until another monitor joins or ends.
    private var leftOvers: Set<String> = []
    private var otherCount = 0
    private var hasLooked = false
    private var hasFailed = false

    /// A station that was free so many looks in a row is taken beyond the share.
    private static let patience = 3

    /// What has changed.
    struct Changes {
        /// The leases that were taken.
        var taken: [StationLease] = []
        /// Those that others are to get. Each is to be released once its station is not watched.
        var given: [StationLease] = []
    }

    /// Joins the processes that use `folder`, and takes no lease yet. `say` gets a line if
    /// something is wrong with the folder later.
    init(
        of stations: [String], in folder: String, say: @escaping @Sendable (String) -> Void
    ) throws(MonitorFailure) {
        var status = stat()
        guard stat(folder, &status) == 0 else {
            throw MonitorFailure(
                .cannotWrite, "--leases \(folder): \(SystemError.newest); name a folder that exists"
            )
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw MonitorFailure(.cannotWrite, "--leases \(folder): not a folder; name a folder")
        }
        do throws(FileLockFailure) {
            member = try LeaseMember(in: folder)
        } catch {
            throw MonitorFailure(error, inFolder: folder)
        }
        (self.folder, self.say, self.stations) = (folder, say, stations)
    }

    /// Takes and gives leases. Call once a second.
    ///
    /// The first look takes none: processes that are started together are to know of each other.
    mutating func look() -> Changes {
        defer { hasLooked = true }
        var changes = Changes()
        do {
            let share = FairShare(stations: stations, others: try member.others(in: folder))
            if share.others.count != otherCount { leftOvers = [] }
            otherCount = share.others.count
            if hasLooked { try take(upTo: share.count, &changes) }
            changes.given = share.surplus(of: stations.filter(canGive))
                .compactMap { leases.removeValue(forKey: $0) }
            try member.tell(stations, room: max(0, share.count - leases.count))
            hasFailed = false
        } catch {
            if !hasFailed { say("--leases \(folder): \(error)") }
            hasFailed = true
        }
        return changes
    }

    private mutating func take(
        upTo count: Int, _ changes: inout Changes
    ) throws(FileLockFailure) {
        // Several processes that begin at the same place would get in each other's way.
        let start = stations.isEmpty ? 0 : abs(member.name.hashValue % stations.count)
        for name in stations[start...] + stations[..<start] where leases[name] == nil {
            let isBeyondShare = leases.count >= count
            if isBeyondShare, try !isLeftOver(name) { continue }
            freeCounts[name] = nil
            guard let lease = try StationLease(of: name, in: folder, say: say) else { continue }
            leases[name] = lease
            if isBeyondShare { leftOvers.insert(name) }
            changes.taken.append(lease)
        }
    }

    private func canGive(_ name: String) -> Bool {
        leases[name] != nil && !leftOvers.contains(name)
    }

    /// Whether a station beyond the share was free for so long that nobody else will take it.
    private mutating func isLeftOver(_ name: String) throws(FileLockFailure) -> Bool {
        guard try !StationLease.isTaken(name, in: folder) else {
            freeCounts[name] = nil
            return false
        }
        let count = freeCounts[name, default: 0] + 1
        freeCounts[name] = count
        return count > Self.patience
    }

    /// Shares these stations from now on. The leases of those that have `ended` are released
    /// elsewhere, once they are not watched, and may be taken again.
    mutating func setStations(_ names: [String], ended: [String]) {
        stations = names
        for name in ended {
            (leases[name], freeCounts[name]) = (nil, nil)
            leftOvers.remove(name)
        }
    }

    /// Leaves the folder. The leases are to be released once their stations are not watched.
    func leave() { member.leave() }
}

extension MonitorFailure {
    /// The failure to have leases in `folder`.
    init(_ failure: FileLockFailure, inFolder folder: String) {
        let advice =
            switch failure.step {
            case .open:
                "cannot be written: \(failure.error); name a folder that this user may write"
            case .lock: "has no locks: \(failure.error); name a folder on another file system"
            }
        self.init(.cannotWrite, "--leases \(folder): \(advice)")
    }
}
