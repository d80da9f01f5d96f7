import AdDisplay
import Testing

@Suite("Rows of ads")
struct RowTests {
    private func stage(_ itemCounts: [Int] = [10], adsAt positions: [Int]) -> FeedStage {
        let stage = FeedStage(itemCounts, ServedPlacements(.stream(servingFreq: 1)))
        for position in positions { stage.insertAds(at: position) }
        return stage
    }

    private func path(_ row: Int, _ section: Int = 0) -> FeedPath {
        FeedPath(section: section, row: row)
    }

    @Test("I-ad-row-not-selectable: a row is an item of the host's, or an ad")
    func notSelectable() {
        let stage = stage(adsAt: [3])
        #expect(stage.helper.isAd(at: path(3)))
        #expect(!stage.helper.isSelectable(at: path(3)))
        #expect(stage.helper.originalPath(forAdjusted: path(3)) == nil)
        #expect(stage.helper.isSelectable(at: path(4)))
        #expect(stage.helper.originalPath(forAdjusted: path(4)) == path(3))
        #expect(!stage.helper.isSelectable(at: path(11)))
        #expect(!stage.helper.isSelectable(at: path(0, 1)))
    }

    @Test("I-pulldown-height-follows-row: a clicked card grows in its current row")
    func pullDown() throws {
        let stage = FeedStage()
        stage.insertAds(at: 4, format: .pullDownCard(extendedHeight: 180))
        #expect(stage.helper.view(at: path(4))?.rowHeight == 110)
        try stage.feed.insert("new", at: path(0))
        try stage.feed.insert("newer", at: path(0))
        _ = stage.feed.takeChanges()
        stage.helper.clickAd(FeedAdHandle(1))
        #expect(
            stage.feed.takeChanges() == [
                .resized(path(6), height: 190, within: .seconds(1))
            ])
        #expect(stage.log.contains("animation ad1 0.6"))
        #expect(stage.helper.view(at: path(6))?.rowHeight == 190)
        stage.helper.clickAd(FeedAdHandle(1))
        #expect(stage.feed.takeChanges().isEmpty, "it has grown already")
    }

    @Test(
        "I-insert/delete/move: items come and go above and below, and each ad keeps its neighbours")
    func rows() throws {
        let stage = stage(adsAt: [3, 6])
        try stage.feed.insert("top", at: path(0))
        #expect(stage.adPositions == [4, 7])
        try stage.feed.insert("between", at: path(5))
        #expect(stage.adPositions == [4, 8])
        try stage.feed.insert("end", at: path(12))
        #expect(stage.adPositions == [4, 8])
        try stage.feed.remove(at: path(1))
        #expect(stage.adPositions == [3, 7])
        try stage.feed.remove(at: path(11))
        #expect(stage.adPositions == [3, 7])
        try stage.feed.move(from: path(0), to: path(4))
        #expect(stage.adPositions == [2, 7])
        try stage.feed.move(from: path(10), to: path(0))
        #expect(stage.adPositions == [3, 8])
        #expect(stage.agrees)
        #expect(stage.helper.loadedAds.map(\.ad.id) == ["ad1", "ad2"])
    }

    @Test("I-insert/delete/move: sections take their ads with them, or to the end")
    func sections() throws {
        let stage = stage([6, 6], adsAt: [2, 4])
        try stage.feed.insertSection(["a", "b"], at: 0)
        #expect(stage.helper.adPaths == [path(2, 1), path(4, 1)])
        try stage.feed.moveSection(from: 1, to: 2)
        #expect(stage.helper.adPaths == [path(2, 2), path(4, 2)])
        try stage.feed.removeSection(at: 0)
        #expect(stage.helper.adPaths == [path(2, 1), path(4, 1)])
        #expect(stage.agrees)
        stage.clearLog()
        try stage.feed.removeSection(at: 1)
        #expect(stage.adPositions.isEmpty)
        #expect(stage.log == ["removed ad1", "removed ad2"])
        #expect(stage.agrees)
        stage.scroll(0...2)
        stage.settle()
        #expect(stage.history(of: "ad1").last == "inserted", "what has lost its row gets another")
    }

    @Test("several insertions use the paths afterwards, and several deletions the paths before")
    func batches() {
        let paths = [path(4), path(1), path(2, 1)]
        #expect(
            FeedEdit.insertions(at: paths)
                == [.insertItem(path(1)), .insertItem(path(4)), .insertItem(path(2, 1))])
        #expect(
            FeedEdit.deletions(at: paths + [path(1)])
                == [.deleteItem(path(2, 1)), .deleteItem(path(4)), .deleteItem(path(1))])
    }

    @Test(
        "an edit of a row that does not exist reports that, and changes nothing",
        arguments: [
            (
                .insertItem(FeedPath(section: 0, row: 4)),
                "no item at section 0, row 4 of a section of 3"
            ),
            (.deleteItem(FeedPath(section: 0, row: 3)), "no item at section 0, row 3"),
            (.deleteItem(FeedPath(section: 0, row: -1)), "no item at section 0, row -1"),
            (.deleteItem(FeedPath(section: 2, row: 0)), "no section 2 in a feed of 2"),
            (
                .moveItem(FeedPath(section: 0, row: 0), to: FeedPath(section: 0, row: 3)),
                "no item at section 0, row 3"
            ),
            (
                .moveItem(FeedPath(section: 0, row: 0), to: FeedPath(section: 1, row: 2)),
                "no item at section 1, row 2 of a section of 1"
            ),
            (.insertSection(3, itemCount: 1), "no section 3"),
            (.insertSection(0, itemCount: -1), "cannot have -1 items"),
            (.deleteSection(2), "no section 2"),
            (.moveSection(0, to: 2), "no section 2"),
        ] as [(FeedEdit, String)])
    func impossible(edit: FeedEdit, words: String) {
        let stage = stage([3, 1], adsAt: [2])
        let before = stage.helper.machine.layout
        let error = #expect(throws: FeedEditError.self) { try stage.helper.edit(edit) }
        #expect("\(error!)".contains(words), "\(error!)")
        #expect(stage.helper.machine.layout == before)
    }
}
