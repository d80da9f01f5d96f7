import Foundation

/// Documents from other producers, which are not part of the project.
enum Corpora {
    /// `INTERLUDE_CORPORA`, else beside the package; `nil` if neither exists.
    static let folder: URL? = {
        let beside = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "shared/corpora")
        let folder =
            ProcessInfo.processInfo.environment["INTERLUDE_CORPORA"].map { URL(filePath: $0) }
            ?? beside
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    static func bytes(of path: String) throws -> [UInt8] {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return Array(try Data(contentsOf: folder.appending(path: path)))
    }
}
