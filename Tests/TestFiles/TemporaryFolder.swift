import Foundation

/// A test's own folder, removed with its last owner.
package final class TemporaryFolder: Sendable {
    /// Without a slash at its end.
    package let path: String

    package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

    /// Makes a folder that only the user of the tests can enter.
    package init() throws {
        // Short, because a socket's path has little room.
        path = "/tmp/interlude-test-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    deinit {
        // try?: a remaining folder does no harm, and a deinit cannot report it.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it, which need not exist.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes or replaces a file, and returns its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: file(name)))
        return file(name)
    }
}
