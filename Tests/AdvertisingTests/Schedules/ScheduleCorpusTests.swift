import Advertising
import Foundation
import Testing

@Suite("Schedules from other producers", .enabled(if: AdCorpora.folder != nil))
struct ScheduleCorpusTests {
    @Test("are understood, or refused with the reason", arguments: AdCorpora.files)
    func documents(file: URL) throws {
        let name = file.lastPathComponent
        let bytes = try Data(contentsOf: file)
        if let words = Self.refusals[name] {
            let error = try #require(throws: AdScheduleError.self) {
                try AdSchedule(parsing: bytes, address: name)
            }
            #expect("\(error)".contains(words))
            return
        }
        let schedule = try AdSchedule(parsing: bytes, address: name)
        #expect(schedule.fault == nil)
        // The documents have no true[X] ad, so any found one is a mistake.
        let pods = schedule.breaks + schedule.unplaced.map(\.laidOut)
        #expect(pods.allSatisfy { $0.ads.allSatisfy { $0.kind == .linear } })
        if let count = Self.breakCounts[name] { #expect(pods.count == count) }
        if let count = Self.adCounts[name] { #expect(pods.flatMap(\.ads).count == count) }
    }

    private static let refusals = [
        "invalid-xmlfile.xml": "not valid JSON", "outdated-vast.xml": "VAST 1",
        "incorrect-vmap.xml": "<WRONG>", "parsing-example.xml": "<Extension>",
    ]
    private static let breakCounts = [
        "correct-vmap.xml": 3, "correct-vmap-with-extension.xml": 1, "vmap_midroll.xml": 1,
        "vmap_preroll.xml": 1, "inline-linear.xml": 1, "empty_vast.xml": 0, "empty-no-ad.xml": 0,
    ]
    private static let adCounts = ["inline-linear.xml": 1, "vpaid.xml": 1, "linear.xml": 1]
}

/// Documents of ad servers, which are not part of the project.
enum AdCorpora {
    /// `INTERLUDE_CORPORA`, else beside the package; `nil` if neither exists.
    static let folder: URL? = {
        let beside = URL(filePath: #filePath).appending(path: "../../../../../shared/corpora")
            .standardized
        let named = ProcessInfo.processInfo.environment["INTERLUDE_CORPORA"]
        let folder = named.map { URL(filePath: $0) } ?? beside
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    static let files: [URL] = {
        guard let folder else { return [] }
        let kinds = ["vast", "vmap"].map { folder.appending(path: $0) }
        return kinds.flatMap { kind -> [URL] in
            let found = FileManager.default.enumerator(at: kind, includingPropertiesForKeys: nil)
            return (found?.allObjects ?? []).compactMap { $0 as? URL }
                .filter { $0.pathExtension == "xml" }.sorted { $0.path < $1.path }
        }
    }()
}
