import Foundation

/// A folder of one test's own, gone with the value's last use.
final class TemporaryFolder {
    let url: URL

    var path: String { url.path(percentEncoded: false) }

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(
            path: "interlude-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Writes a file and returns its path.
    func write(_ text: String, to name: String) throws -> String {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path(percentEncoded: false)
    }

    deinit {
        // try?: a folder that stays behind harms nobody, and a deinit has no one to tell.
        try? FileManager.default.removeItem(at: url)
    }
}
