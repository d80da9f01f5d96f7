import Foundation

/// A folder of one test's own, gone with the value's last use.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        // Short, because a socket's path has little room.
        path = "/tmp/interlude-peers-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit {
        // try?: a folder that stays behind harms nobody, and a deinit has no one to tell.
        try? FileManager.default.removeItem(atPath: path)
    }
}
