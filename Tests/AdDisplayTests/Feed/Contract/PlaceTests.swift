import AdDisplay
import TestSignals
import Testing

@Suite("Places of ads")
struct PlaceTests {
    @Test(
        "I-minmaxfreq: between the first and the last position, so many rows apart",
        arguments: [
            (1, nil, 4, [4, 9, 14, 19, 24, 29, 34]),
            (8, nil, 4, [7, 12, 17, 22, 27, 32]),
            (1, 15, 4, [4, 9, 14]),
            (1, 14, 4, [4, 9]),
            (8, 8, 4, [7]),
            (9, 8, 4, []),
            (-3, 12, 2, [4, 7, 10]),
            (1, 12, 0, [4, 6, 8, 10]),
            (36, nil, 1, []),
            (29, 30, 1, [28]),
            (.min, .max, .max, [4]),
            (.max, nil, .min, []),
            (1, .min, 1, []),
        ] as [(Int, Int?, Int, [Int])])
    func minMaxFreq(minPos: Int, maxPos: Int?, servingFreq: Int, positions: [Int]) {
        let placement = Placement(
            "STREAM", minPos: minPos, maxPos: maxPos, servingFreq: servingFreq)
        let stage = FeedStage([30], ServedPlacements(placement))
        stage.scrollThrough()
        #expect(stage.adPositions == positions)
        #expect(stage.agrees)
    }

    @Test("I-minmaxfreq: each placement of a tag serves its own positions, and no two ads touch")
    func tag() {
        let served = ServedPlacements(
            tag: "NEWS",
            placements: [
                .stream("TOP", minPos: 3, maxPos: 8, servingFreq: 1),
                .stream("BODY", minPos: 6, maxPos: 20, servingFreq: 5),
            ])
        let stage = FeedStage([30], served)
        stage.scrollThrough(rowsInView: 2)
        #expect(stage.adPositions == [2, 4, 6, 8, 14])
        #expect(stage.driver.requests.map(\.placement) == ["TOP", "TOP", "TOP", "BODY", "BODY"])
        #expect(stage.driver.requests.map(\.place) == [1, 2, 3, 1, 2])
    }

    @Test("I-below-visible-only: in 20 000 random steps no row appears at or above visible rows")
    func belowVisibleOnly() {
        var random = SeededRandom(seed: 6)
        var insertions = 0
        for _ in 0..<200 {
            let stage = FeedStage([12, 0, 20, 9], ServedPlacements(.stream(servingFreq: 2)))
            for _ in 0..<100 {
                switch Int.random(in: 0..<4, using: &random) {
                case 0, 1:
                    let top = Int.random(in: 0..<stage.feed.model.paths.count - 4, using: &random)
                    stage.scroll(top...top + 3, Bool.random(using: &random) ? .idle : .moving)
                case 2: stage.load()
                default: if let turn = stage.driver.takeTurn() { stage.helper.take(.turn(turn)) }
                }
                for case .inserted(_, let path) in stage.feed.takeChanges() {
                    insertions += 1
                    if let last = stage.feed.visiblePaths?.upperBound { #expect(path > last) }
                    #expect(path.row > 0)
                }
            }
            #expect(stage.agrees)
        }
        #expect(insertions > 500, "\(insertions)")
    }

    @Test("I-never-row0: neither the ad server, nor the host, nor an edit puts an ad on top")
    func neverOnTop() throws {
        let stage = FeedStage([2, 6])
        stage.driver.ready = { _ in .sample("early") }
        stage.helper.preroll()
        #expect(stage.helper.adPaths == [FeedPath(section: 0, row: 1)])

        stage.answer = { FeedPath(section: $0.section, row: 0) }
        stage.scroll(0...6)
        stage.load()
        stage.takeTurns()
        #expect(stage.log.contains("refused:host ad1 1.0"))
        #expect(stage.adPositions == [1])

        try stage.feed.remove(at: FeedPath(section: 0, row: 0))
        #expect(stage.adPositions.isEmpty)
        #expect(stage.log.contains("removed early 0.0"))
        #expect(stage.feed.model.sections[0] == [.item("0.1")])
        #expect(stage.agrees)
    }

    @Test("I-never-row0: a later section begins with an item, and not with an ad")
    func laterSection() {
        let stage = FeedStage([4, 6])
        stage.scroll(0...3)
        stage.settle()
        #expect(stage.helper.adPaths == [FeedPath(section: 1, row: 1)])
    }

    @Test(
        "I-prohibited/custom positions: ads keep away from the host's own, and from the rows below")
    func prohibited() throws {
        let stage = FeedStage([30], ServedPlacements(.stream(servingFreq: 3)))
        stage.helper.setAppAdPaths([4, 9, 15].map { FeedPath(section: 0, row: $0) })
        try stage.feed.insert("first", at: FeedPath(section: 0, row: 0))
        stage.scrollThrough()
        // The host's ads are items 5, 10 and 16 by then.
        #expect(stage.adPositions.prefix(4) == [4, 8, 14, 18])
        for row in stage.adPositions {
            for neighbour in [row - 1, row + 1] {
                let item = stage.feed.model[FeedPath(section: 0, row: neighbour)]
                #expect(item != .item("0.4") && item != .item("0.9") && item != .item("0.15"))
            }
        }
    }

    @Test(
        "I-prohibited/custom positions: ads appear above the items that the host names, only there")
    func custom() throws {
        let stage = FeedStage([30], ServedPlacements(.stream(minPos: 3, maxPos: 25)))
        let rows = [0, 1, 6, 7, 20, 28]
        stage.helper.setCustomAdPaths(rows.map { FeedPath(section: 0, row: $0) })
        try stage.feed.insert("new", at: FeedPath(section: 0, row: 10))
        stage.scrollThrough()
        let below = stage.adPositions.map {
            stage.feed.model[FeedPath(section: 0, row: $0 + 1)]
        }
        // Items 0 and 1 were visible or above, and 28 is past the last position.
        #expect(below == [.item("0.6"), .item("0.7"), .item("0.20")])
        #expect(stage.driver.requests.count == 3, "none is asked for that has no place")
        #expect(stage.agrees)
    }

    @Test("ads appear at the positions that are allowed")
    func window() {
        let stage = FeedStage()
        stage.helper.allowAds(at: 10..<21)
        stage.scrollThrough()
        #expect(stage.adPositions == [10, 15, 20])
        stage.helper.disableAds()
        #expect(stage.adPositions.isEmpty)
        stage.scrollThrough()
        #expect(stage.adPositions.isEmpty)
    }
}
