import AdDisplay
import Testing

@Suite("Index mapping")
struct IndexMappingTests {
    @Test("I-index-mapping: holds for every row, there and back, over 100 000 random edits")
    func randomEdits() {
        var trial = LayoutTrial(seed: 20_141_124)
        while trial.editCount < 100_000 {
            if let complaint = trial.step() {
                Issue.record("\(complaint), edit \(trial.editCount)")
                return
            }
        }
        for kind in LayoutTrial.Kind.allCases {
            #expect(trial.counts[kind, default: 0] >= 5000, "\(kind): \(trial.counts)")
        }
        #expect(trial.displacedCount >= 1000)
        let counts = LayoutTrial.Kind.allCases.map { "\($0) \(trial.counts[$0, default: 0])" }
        print("\(counts.joined(separator: ", ")); \(trial.displacedCount) ads displaced")
    }

    @Test(
        "adjusted rows step over the ads above them, one after the other",
        arguments: [(0, 0), (1, 2), (2, 4), (3, 5), (4, 7), (5, 8)])
    func stepsOver(original: Int, adjusted: Int) {
        var layout = FeedLayout(itemCounts: [5])
        for (number, row) in [1, 3, 6].enumerated() {
            layout.insertAd(FeedAdHandle(UInt64(number)), at: FeedPath(section: 0, row: row))
        }
        let path = FeedPath(section: 0, row: adjusted)
        #expect(layout.adjusted(FeedPath(section: 0, row: original)) == path)
        #expect(layout.original(of: path)?.row == (original < 5 ? original : nil))
    }

    @Test("a position counts through all sections, empty ones too")
    func positions() {
        let layout = FeedLayout(itemCounts: [2, 0, 3])
        let paths = (-1...5).map { layout.path(at: $0).map { "\($0.section).\($0.row)" } }
        #expect(paths == [nil, "0.0", "0.1", "2.0", "2.1", "2.2", nil])
        #expect(layout.position(of: FeedPath(section: 1, row: 0)) == nil)
        #expect(layout.position(of: FeedPath(section: 2, row: 1)) == 3)
    }
}
