import AdPlayback
import Advertising
import MediaTime
import Testing

@Suite("Layouts")
struct LayoutTests {
    @Test("loaded spots join to the frame; the stream returns after the last")
    func joins() {
        var stage = Stage()
        stage.push(1, 2, 3)
        stage.load(1, frameCount: 7)
        stage.load(2, frameCount: 1)
        stage.load(3, frameCount: 48_000)
        stage.switchable(123)
        #expect(
            stage.layout?.text
                == "lay from 123, away 123..<48131: 1@123..<130 2@130..<131 3@131..<48131")
        stage.hear(48_131)
        #expect(stage.effects.reports == ["1 FINISHED", "2 FINISHED", "3 FINISHED"])
    }

    @Test(
        "a spot that is ready late joins if it still can, else after the stream has returned",
        arguments: [
            (999, "lay from 999, away 0..<2000: 1@0..<1000 2@1000..<2000"),
            (1000, "lay from 1000, away 0..<2000: 2@1000..<2000"),
            (1001, "lay from 1001, away 1001..<2001: 2@1001..<2001"),
        ] as [(Int64, String)])
    func lateFrame(frame: Int64, text: String) {
        var stage = Stage()
        stage.playFirst(of: 1, 2)
        stage.load(2)
        stage.switchable(frame)
        #expect(stage.layout?.text == text)
    }

    @Test("a break waits for its first spot, also if the second is loaded before it")
    func waitsForFirst() {
        var stage = Stage()
        stage.push(1, 2)
        stage.load(2)
        #expect(!stage.isAsked)
        stage.load(1)
        #expect(stage.isAsked)
        stage.switchable(5)
        #expect(stage.layout?.text == "lay from 5, away 5..<2005: 1@5..<1005 2@1005..<2005")
    }

    @Test("one request to the sink is open at a time, and its answer settles all changes")
    func oneRequest() {
        var stage = Stage()
        stage.push(1, 2, 3)
        stage.load(1, 2, 3)
        #expect(stage.requestCount == 1)
        stage.switchable(0)
        #expect(!stage.isAsked)
    }

    @Test("a request is answered with a layout, even when its reason is gone")
    func reasonGone() {
        var stage = Stage()
        stage.playFirst(of: 1, 2)
        stage.load(2)
        stage.send(.ignoreReceivedAdvertisements)
        stage.switchable(500)
        #expect(stage.layout?.text == "lay from 500, away 0..<1000: 1@0..<1000")
    }

    @Test("a layout that came too late is made again from the frame that the sink names")
    func refused() {
        var stage = Stage()
        stage.push(1, 2)
        stage.load(1)
        stage.switchable(100)
        stage.refuse(from: 150)
        #expect(stage.layout?.text == "lay from 150, away 150..<1150: 1@150..<1150")
        #expect(stage.hear(151).logged.prefix(2) == ["break.started 150", "slot.started 150"])
        stage.load(2)
        stage.switchable(1140)
        stage.refuse(from: 1160)
        #expect(stage.layout?.text == "lay from 1160, away 1160..<2160: 2@1160..<2160")
    }

    @Test("a cut that came too late is made later")
    func refusedCut() {
        var stage = Stage()
        stage.playFirst(of: 1)
        stage.send(.skip)
        stage.switchable(200)
        stage.refuse(from: 250)
        #expect(stage.layout?.text == "lay from 250, away 0..<250:")
        #expect(stage.hear(250).logged == ["slot.firstQuartile 250"])
        #expect(
            stage.hear(251).logged == ["slot.skipped 250", "break.ended 250"])
    }

    @Test(
        "G6: an ad with an offset for it can be skipped once that was heard, and another one never")
    func skipOffset() {
        var stage = Stage()
        var ad = Advertisement.sample(1)
        ad.skipping = .from(.share(0.25))
        var other = Advertisement.sample(2)
        other.skipping = .never
        stage.send(.advertisementsAvailable([ad]))
        stage.send(.spotLoaded(PlayToken(1), frameCount: 1000))
        #expect(stage.send(.skip) == [.refuse(.skippingTooSoon)])
        stage.switchable(0)
        #expect(!stage.hear(249).logged.contains("slot.skippable 250"))
        #expect(stage.send(.skip) == [.refuse(.skippingTooSoon)])
        #expect(stage.send(.skipBreak) == [.refuse(.skippingTooSoon)])
        #expect(stage.hear(250).logged == ["slot.firstQuartile 250", "slot.skippable 250"])
        #expect(!stage.send(.skip).contains(.refuse(.skippingTooSoon)))
        stage = Stage()
        stage.send(.advertisementsAvailable([other]))
        stage.send(.spotLoaded(PlayToken(1), frameCount: 1000))
        stage.switchable(0)
        stage.hear(900)
        #expect(stage.send(.skip) == [.refuse(.skippingRefused)])
        #expect(stage.send(.skipBreak) == [.refuse(.skippingRefused)])
        #expect(stage.hear(1000).logged.contains("slot.completed 1000"))
    }

    @Test("skipping cuts the spot where the sink can, and the next one joins there")
    func skips() {
        var stage = Stage()
        stage.push(1, 2)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(300)
        #expect(stage.send(.skip) == [])
        #expect(stage.isAsked)
        #expect(stage.send(.skip) == [.refuse(.nothingToSkip)])
        stage.switchable(320)
        #expect(stage.layout?.text == "lay from 320, away 0..<1320: 2@320..<1320")
        let end = stage.hear(321)
        #expect(end.logged.prefix(2) == ["slot.skipped 320", "slot.started 320"])
        #expect(end.reports == ["1 ABORTED"])
    }

    @Test("a spot that is cut at the very frame up to which it was heard ends there")
    func skipAtOnce() {
        var stage = Stage()
        stage.playFirst(of: 1)
        stage.send(.skip)
        stage.switchable(10)
        #expect(stage.nextMark == FrameTime(11))
        #expect(stage.hear(11).logged == ["slot.skipped 10", "break.ended 10"])
        #expect(stage.manager.phase == .idle)
    }

    @Test("a skip that the sink learns of only after the spot's end lets it be complete")
    func skipTooLate() {
        var stage = Stage()
        stage.playFirst(of: 1)
        stage.hear(900)
        stage.send(.skip)
        stage.switchable(1000)
        #expect(!stage.isAsked)
        #expect(stage.hear(1000).reports == ["1 FINISHED"])
    }

    @Test(
        "outside of a break there is nothing to skip",
        arguments: [.skip, .skipBreak] as [AdPlayManager.Event])
    func nothingToSkip(event: AdPlayManager.Event) {
        var stage = Stage()
        #expect(stage.send(event) == [.refuse(.nothingToSkip)])
    }

    @Test("a spot that is still loading is skipped at once, and the next one has its turn")
    func skipsLoading() {
        var stage = Stage()
        stage.push(1, 2)
        let answer = stage.send(.skip)
        #expect(answer.contains(.cancelLoad(PlayToken(1))))
        #expect(answer.logged == ["slot.notUsed 0"])
        #expect(answer.reports == ["1 ABORTED"])
        stage.load(2)
        stage.switchable(0)
        stage.hear(1000)
        #expect(stage.effects.reports == ["1 ABORTED", "2 FINISHED"])
    }

    @Test("skipping a break cuts the spot that is playing, and drops all spots after it")
    func skipsBreak() {
        var stage = Stage()
        stage.push(1, 2, 3, 4, 5)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(300)
        let answer = stage.send(.skipBreak)
        #expect(answer.logged == ["slot.notUsed 300", "slot.notUsed 300", "slot.notUsed 300"])
        #expect(stage.isAsked)
        stage.switchable(320)
        #expect(stage.layout?.text == "lay from 320, away 0..<320:")
        #expect(stage.hear(321).logged == ["slot.skipped 320", "break.ended 320"])
        #expect(stage.effects.reports == ["1 ABORTED"])
        #expect(stage.count(.adPlayFinished) == 1)
        #expect(stage.manager.phase == .idle)
    }

    @Test("a break that is skipped before it is heard is cancelled")
    func skipsComingBreak() {
        var stage = Stage()
        stage.push(1, 2)
        #expect(stage.send(.skipBreak).logged.last == "break.cancelled 0")
        #expect(stage.manager.phase == .idle)
    }

    @Test("a stream that is reported open once more leaves the ad alone")
    func openedAgain() {
        var stage = Stage()
        stage.playFirst(of: 1)
        #expect(stage.send(.streamOpened) == [])
        stage.hear(1000)
        #expect(stage.effects.reports == ["1 FINISHED"])
    }

    @Test("a frame from the sink that is behind the heard frame is taken as the heard frame")
    func nameBehindHeard() {
        var stage = Stage()
        stage.hear(5000)
        stage.push(1)
        stage.load(1)
        stage.send(.switchable(FrameTime(4000)))
        #expect(stage.layout?.text == "lay from 5000, away 5000..<6000: 1@5000..<6000")
    }

    @Test(
        "a break that was heard is no part of a later layout",
        arguments: [
            (999, FrameRange(.zero, FrameTime(1000))), (1000, nil),
        ] as [(Int64, FrameRange?)])
    func breakOver(heard: Int64, breakRange: FrameRange?) {
        var stage = Stage()
        stage.playFirst(of: 1, 2)
        stage.hear(heard)
        stage.send(.switchable(FrameTime(1500)))
        #expect(stage.layout?.breakRange == breakRange)
    }

    @Test(
        "an output that is lost in a break goes on in it, although another one was laid out already"
    )
    func lostOutput() {
        var stage = Stage()
        stage.playFirst(of: 1, 2)
        stage.load(2)
        // Rendered, and not heard.
        stage.send(.switchable(FrameTime(2000)))
        #expect(stage.layout?.text == "lay from 2000, away 2000..<3000: 2@2000..<3000")
        stage.send(.switchable(FrameTime(500)))
        #expect(stage.layout?.text == "lay from 500, away 0..<2000: 1@0..<1000 2@1000..<2000")
    }

    @Test(
        "the last break before a frame is the one that the spots before it join",
        arguments: [
            (50, 0..<100), (100, 0..<100), (101, 0..<200), (200, 0..<200), (300, 0..<200),
            (301, 300..<400), (401, 300..<500),
        ] as [(Int64, Range<Int64>)])
    func lastBreak(frame: Int64, range: Range<Int64>) {
        let starts: [Int64] = [0, 100, 300, 400]
        let layout = BreakLayout(
            validFrom: .zero, breakID: BreakID(1), policy: .mute,
            breakRange: FrameRange(.zero, FrameTime(100)),
            spots: starts.map { start in
                PlacedSpot(
                    token: PlayToken(UInt64(start)), range: FrameRange(FrameTime(start), count: 100)
                )
            })
        let last = layout.lastBreak(before: FrameTime(frame))
        #expect(last == FrameRange(FrameTime(range.lowerBound), FrameTime(range.upperBound)))
    }

    @Test("a break that was rendered and not heard is the last one before its own frames")
    func lastUnheardBreak() {
        let ranges = ([0..<100, 100..<200, 300..<400] as [Range<Int64>]).map {
            FrameRange(FrameTime($0.lowerBound), FrameTime($0.upperBound))
        }
        let layout = BreakLayout(
            validFrom: FrameTime(300), breakID: BreakID(1), policy: .mute, breakRange: ranges[2],
            spots: ranges.enumerated().map {
                PlacedSpot(token: PlayToken(UInt64($0)), range: $1)
            })
        let whole = FrameRange(.zero, FrameTime(200))
        #expect(layout.lastBreak(before: FrameTime(150)) == whole)
        #expect(layout.lastBreak(before: FrameTime(300)) == whole)
        #expect(layout.lastBreak(before: FrameTime(301)) == ranges[2])
    }

    @Test("a spot still joins the one before it if a lost device takes back a later break")
    func takenBack() {
        var stage = Stage()
        stage.playFirst(of: 1, 2, 3)
        stage.load(2)
        stage.send(.switchable(FrameTime(20)))
        stage.load(3)
        stage.send(.switchable(FrameTime(3000)))
        #expect(stage.layout?.breakRange == FrameRange(FrameTime(3000), FrameTime(4000)))
        stage.send(.switchable(FrameTime(600)))
        #expect(stage.placed == "1@0..<1000 2@1000..<2000 3@2000..<3000")
        #expect(stage.layout?.breakRange == FrameRange(.zero, FrameTime(3000)))
    }
}
