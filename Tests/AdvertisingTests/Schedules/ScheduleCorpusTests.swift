import Advertising
import TestFiles
import Testing

@Suite("Schedules from other producers", .enabled(if: Corpora.folder != nil))
struct ScheduleCorpusTests {
    @Test("A5: are understood, or refused with the reason", arguments: files)
    func documents(file: Corpora.Document) throws {
        let name = file.name
        let bytes = try file.bytes()
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
        let isOnlyShown = name.hasSuffix("nonlinear.xml")
        #expect(
            pods.allSatisfy {
                $0.ads.allSatisfy { $0.kind == (isOnlyShown ? .nonLinear : .linear) }
            })
        if let count = Self.breakCounts[name] { #expect(pods.count == count) }
        if let count = Self.adCounts[name] { #expect(pods.flatMap(\.ads).count == count) }
    }

    private static let files = ["vast", "vmap"].flatMap {
        Corpora.documents(in: $0, suffix: ".xml")
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
