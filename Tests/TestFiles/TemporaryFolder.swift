import Foundation

/// A folder of one test's own, gone with the last who holds it.
package final class TemporaryFolder: Sendable {
    /// Without a slash at its end.
    package let path: String

    package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

    /// Makes a folder that only the user of the tests may enter.
    package init() throws {
        // Short, because a socket's path has little room.
        path = "/tmp/interlude-test-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    deinit {
        // try?: a folder that stays behind harms nobody, and a deinit has no one to tell.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it, which need not be there.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, or writes it anew, and returns its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: file(name)))
        return file(name)
    }
}
