import AdPlayback
import Advertising
import MediaTime
import Testing

/// Bumpers where a break is too short for them, or is skipped.
@Suite("E14: bumpers at the limits of a break")
struct BumperLimitTests {
    @Test("leave room at the end of a marked break once their length is known")
    func room() {
        for (isLoaded, joint) in [
            (false, .replaced), (true, .replaced), (false, .inserted), (true, .inserted),
        ]
            as [(Bool, BreakWindow.Joint)]
        {
            var stage = Stage(.withClosing)
            stage.programme = .running
            stage.mark(5000..<7000, 1, 2, joint: joint)
            stage.load(1, frameCount: 1500)
            stage.load(2, frameCount: 1500)
            if isLoaded { stage.load(3, frameCount: 100) }
            stage.switchable(0)
            #expect(
                stage.placed
                    == (isLoaded
                        ? "1@5000..<6500 2@6500..<6900 3@6900..<7000"
                        : "1@5000..<6500 2@6500..<7000"))
            if !isLoaded {
                // Loaded while the ad that is cut is heard.
                stage.hear(6600)
                stage.load(3, frameCount: 100)
                stage.switchable(6700)
                #expect(stage.placed == "2@6500..<6900 3@6900..<7000", "\(joint)")
            }
        }
    }

    @Test("leave an ad too late for its break if they take what is left of it")
    func noRoom() {
        var stage = Stage(.withClosing)
        stage.programme = .running
        stage.mark(5000..<6100, 1, 2)
        stage.load(1, 2)
        stage.load(3, frameCount: 100)
        let answer = stage.switchable(0)
        #expect(stage.placed == "1@5000..<6000 3@6000..<6100")
        #expect(answer.map(\.text).contains("log 0 slot.failed slot 2 206 breakShortened"))
        #expect(answer.reports == ["2 ABORTED"])
    }

    @Test("are not heard where all ads are too late")
    func tooLate() {
        var stage = Stage(.withBumpers)
        stage.programme = .running
        stage.mark(5000..<6000, 1)
        stage.loadBumpers(2, 3)
        stage.load(1, frameCount: 500)
        let answer = stage.switchable(6000)
        #expect(stage.placed == "")
        #expect(
            answer.map(\.text).filter { $0.hasPrefix("log") } == [
                "log 6000 slot.notUsed slot 2 (opening) withoutAds",
                "log 6000 slot.failed slot 1 206 breakShortened",
                "log 6000 slot.notUsed slot 3 (closing) withoutAds",
                "log 6000 break.ended played 0 skipped 0 failed 1 notUsed 0",
            ])
    }

    @Test("are not laid out alone where they leave no room for an ad")
    func openingAlone() {
        var stage = Stage(.withBumpers)
        stage.programme = .running
        stage.mark(5000..<5150, 1)
        stage.loadBumpers(2, 3)
        stage.load(1)
        let answer = stage.switchable(0)
        #expect(stage.placed == "")
        #expect(stage.layout?.breakRange == nil)
        #expect(
            answer.map(\.text).filter { $0.hasPrefix("log") } == [
                "log 0 slot.failed slot 1 206 breakShortened",
                "log 0 slot.notUsed slot 2 (opening) withoutAds",
                "log 0 slot.notUsed slot 3 (closing) withoutAds",
                "log 0 break.ended played 0 skipped 0 failed 1 notUsed 0",
            ])
    }

    @Test("are not laid out alone where the ads before them are over or too late")
    func closingAlone() {
        var stage = Stage(.withClosing)
        stage.programme = .running
        stage.mark(5000..<7000, 1, 2)
        stage.load(1)
        stage.switchable(0)
        stage.hear(6000)
        stage.load(2)
        stage.load(3, frameCount: 100)
        let answer = stage.switchable(6950)
        #expect(stage.placed == "")
        #expect(
            answer.map(\.text).filter { $0.hasPrefix("log") } == [
                "log 6950 slot.failed slot 2 206 breakShortened",
                "log 6950 slot.notUsed slot 3 (closing) withoutAds",
                "log 6950 break.ended played 1 skipped 0 failed 1 notUsed 0",
            ])
    }

    @Test("belong to the last break that has ads, and leave the room in that")
    func otherBreak() {
        var stage = Stage(.withClosing)
        stage.programme = .running
        stage.mark(5000..<6000, 1)
        stage.load(1, frameCount: 990)
        stage.load(2, frameCount: 100)
        stage.switchable(0)
        #expect(stage.placed == "1@5000..<5900 2@5900..<6000")
        stage.mark(6000..<7000, 2, number: 2)
        #expect(stage.manager.activeSpots.map(\.breakNumber) == [1, 2, 2])
        stage.load(3, frameCount: 1000)
        stage.switchable(10)
        #expect(stage.placed == "1@5000..<5990 3@6000..<6900 2@6900..<7000")
    }

    @Test("are skipped as ads are, and count as none")
    func skipped() {
        var stage = Stage(.withBumpers)
        stage.push(1)
        stage.loadBumpers(2, 3)
        stage.load(1)
        stage.switchable(0)
        stage.hear(10)
        #expect(stage.send(.skip) == [])
        stage.switchable(20)
        #expect(stage.placed == "1@20..<1020 3@1020..<1120")
        #expect(
            stage.hear(21).map(\.text).contains("log 20 slot.skipped slot 2 (opening) listener"))
        stage.hear(1050)
        stage.send(.skip)
        stage.switchable(1060)
        #expect(
            stage.hear(1061).map(\.text).last { $0.hasPrefix("log") }
                == "log 1060 break.ended played 1 skipped 0 failed 0 notUsed 0")
        #expect(stage.effects.reports == ["1 FINISHED"])
    }

    @Test("are not what a listener skips before anything is laid out")
    func skippedBefore() {
        var stage = Stage(.withBumpers)
        stage.push(1, 2)
        #expect(stage.send(.skip).map(\.text).contains("log 0 slot.notUsed slot 1 skipped"))
        #expect(stage.manager.activeSpots.map(\.token.rawValue) == [3, 2, 4])
        #expect(stage.send(.skip).logged.last == "break.cancelled 0")
        #expect(stage.manager.phase == .idle)
    }

    @Test("end with the break that a listener skips, and do not come back for ads that join it")
    func skippedBreak() {
        var stage = Stage(.withBumpers)
        stage.push(1)
        stage.loadBumpers(2)
        stage.load(1)
        stage.switchable(0)
        stage.hear(300)
        let answer = stage.send(.skipBreak)
        #expect(
            answer.map(\.text).filter { $0.hasPrefix("log") }
                == ["log 300 slot.notUsed slot 3 (closing) skipped"])
        #expect(stage.push(2).loads == [4])
        stage.load(4)
        stage.switchable(310)
        #expect(stage.placed == "4@310..<1310")
    }

    @Test(
        "in a break that a listener skips give no way around their ad",
        arguments: [
            (.atOnce, nil), (.never, .skippingRefused),
            (.from(.share(0.5)), .skippingTooSoon),
        ] as [(Advertisement.Skipping, AdPlayManager.Refusal?)])
    func skippedBeforeAd(skipping: Advertisement.Skipping, refusal: AdPlayManager.Refusal?) {
        var ad = Advertisement.sample(1)
        ad.skipping = skipping
        var stage = Stage(.withBumpers)
        stage.send(.advertisementsAvailable([ad]))
        stage.loadBumpers(2, 3)
        stage.load(1)
        stage.switchable(0)
        stage.hear(10)
        let answer = stage.send(.skipBreak)
        #expect(answer == (refusal.map { [.refuse($0)] } ?? []))
        #expect(stage.isAsked == (refusal == nil))
    }

    @Test("of a marked break that has ended early are cut or left out")
    func breakOver() {
        for (ending, end) in [(.early, 7020), (.whole, 7100), (.cancelled, 7020)]
            as [(BreakWindow.Ending, Int64)]
        {
            var stage = Stage(.withClosing)
            stage.programme = .running
            stage.mark(6000..<8000, 1)
            stage.load(1)
            stage.load(2, frameCount: 100)
            stage.switchable(0)
            stage.hear(7010)
            stage.send(.breakOver(number: 1, ending))
            #expect(stage.isAsked == (ending != .whole))
            stage.switchable(7020)
            #expect(stage.layout?.spots.last?.range.end == FrameTime(end))
            stage.hear(8000)
            let over = stage.effects.map(\.text).filter { $0.contains("(closing)") }.last
            #expect(
                over
                    == (ending == .whole
                        ? "log 7100 slot.completed slot 2 (closing)"
                        : "log 7020 slot.skipped slot 2 (closing) breakOver"))
        }
    }
}
