import Foundation

/// Where the pictures of a run go: `INTERLUDE_SCREENSHOTS`, or `.build/screenshots`.
enum Pictures {
    private static let folder =
        ProcessInfo.processInfo.environment["INTERLUDE_SCREENSHOTS"].map { URL(filePath: $0) }
        ?? URL(filePath: #filePath).appending(path: "../../../../.build/screenshots")
        .standardizedFileURL

    /// Whether whole pages are wanted on all screens, for people to look at, and no judgement:
    /// `tools/page-pictures` sets `INTERLUDE_WHOLE_PAGES`.
    static let areWhole = ProcessInfo.processInfo.environment["INTERLUDE_WHOLE_PAGES"] != nil

    static func keep(_ picture: Data, as name: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try picture.write(to: folder.appending(path: "\(name).png"))
    }
}
