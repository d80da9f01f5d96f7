import FoundationEssentials
import Glibc
import MediaTime
import Platform

/// The folder with the sockets of running players, each named for its process.
///
/// Only its owner may write to it, so no other user can pose as a player.
package struct ControlFolder: Hashable, Sendable {
    let path: String

    /// The mode bits that the folder must not have.
    private let refusedMode: mode_t

    /// The folder of this user: `XDG_RUNTIME_DIR`, else `/run/user/UID`, else
    /// `/tmp/interlude-UID`, which other users may not even read.
    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let usual = [environment["XDG_RUNTIME_DIR"] ?? "", "/run/user/\(getuid())"]
        let present = usual.first { path in
            var isFolder = false
            return path.hasPrefix("/")
                && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                && isFolder
        }
        path = present ?? "/tmp/interlude-\(getuid())"
        refusedMode = present == nil ? 0o077 : 0o022
    }

    /// A folder that other users may not read. ``prepare()`` creates it.
    package init(path: String) {
        self.path = path
        refusedMode = 0o077
    }

    func socketPath(of player: Int32) -> String {
        "\(path)/\(Self.prefix)\(player)\(Self.suffix)"
    }

    private static let prefix = "interlude-"
    private static let suffix = ".sock"

    /// Creates the folder if it is missing. Throws if other users own it or may change it.
    func prepare() throws(ControlError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            let reason = SystemError.newest
            throw ControlError(
                .cannotWrite, "\(path): cannot create the folder: \(reason); set XDG_RUNTIME_DIR")
        }
        guard isOurs else {
            throw ControlError(
                .cannotWrite,
                "\(path): other users own or may change this folder; remove it or set XDG_RUNTIME_DIR"
            )
        }
    }

    /// Whether it is a folder of this user alone, and not a link.
    var isOurs: Bool {
        var state = stat()
        guard lstat(path, &state) == 0 else { return false }
        let isFolder = state.st_mode & S_IFMT == S_IFDIR
        return isFolder && state.st_uid == geteuid() && state.st_mode & refusedMode == 0
    }

    /// The running players, in order. Removes the sockets of dead ones.
    ///
    /// Waits at most `timeLimit` for each player that takes no connections, and leaves it out.
    func players(within timeLimit: Duration = .seconds(1)) -> [Int32] {
        guard isOurs, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            // try?: an unreadable folder has no players for this user.
            return []
        }
        let numbers = names.compactMap { name -> Int32? in
            guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix) else { return nil }
            return Int32(name.dropFirst(Self.prefix.count).dropLast(Self.suffix.count))
        }
        return numbers.filter { listens($0, within: timeLimit) }.sorted()
    }

    private func listens(_ player: Int32, within timeLimit: Duration) -> Bool {
        let path = socketPath(of: player)
        do {
            _ = try UnixSocket.connect(to: path, within: timeLimit)
            return true
        } catch {
            if error.code == ECONNREFUSED { unlink(path) }
            return false
        }
    }
}
