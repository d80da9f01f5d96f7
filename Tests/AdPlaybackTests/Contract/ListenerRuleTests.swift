import AdPlayback
import Advertising
import MediaTime
import Testing

@Suite("What a listener may do")
struct ListenerRuleTests {
    @Test("J2: sees the banner of the ad that is heard, and no other")
    func bannerShown() {
        var stage = Stage()
        #expect(stage.send(.bannerShown(id: 1)) == [])
        stage.push(1, 2)
        stage.load(1, 2)
        stage.switchable(0)
        #expect(stage.send(.bannerShown(id: 1)) == [])
        stage.hear(1)
        #expect(stage.send(.bannerShown(id: 1)) == [.viewReport(.sample(1))])
        #expect(stage.send(.bannerShown(id: 2)) == [])
        stage.hear(1001)
        #expect(stage.send(.bannerShown(id: 1)) == [])
        #expect(stage.send(.bannerShown(id: 2)) == [.viewReport(.sample(2))])
        stage.hear(2000)
        #expect(stage.send(.bannerShown(id: 2)) == [])
    }

    @Test("clicks no banner of an ad of the stream before")
    func clickAfterStop() {
        var stage = Stage()
        stage.playFirst(of: 1)
        stage.send(.stop(.streamChanged))
        stage.send(.streamOpened)
        #expect(stage.send(.bannerClicked(id: 1)) == [.refuse(.nothingToClick)])
    }

    @Test(
        "G6: skips an ad that is laid out or waits as its ad server allows it",
        arguments: [
            (.atOnce, nil), (.never, .skippingRefused),
            (.from(.time(.zero)), .skippingTooSoon),
        ] as [(Advertisement.Skipping, AdPlayManager.Refusal?)])
    func skip(skipping: Advertisement.Skipping, refusal: AdPlayManager.Refusal?) {
        var ad = Advertisement.sample(1)
        ad.skipping = skipping
        for event in [.skip, .skipBreak] as [AdPlayManager.Event] {
            for isLaid in [false, true] {
                var stage = Stage()
                stage.send(.advertisementsAvailable([ad]))
                stage.load(1)
                if isLaid { stage.switchable(0) }
                #expect(stage.manager.canSkip(in: stage.layout) == (refusal == nil))
                let answer = stage.send(event)
                #expect(
                    answer.contains { if case .refuse = $0 { true } else { false } }
                        == (refusal != nil))
                if let refusal { #expect(answer == [.refuse(refusal)]) }
                // One that is laid out is cut where the sink allows it.
                #expect((stage.manager.phase == .idle) == (refusal == nil && !isLaid))
            }
        }
    }

    @Test("G6: skips no break with an ad that its ad server forbids to skip, loaded or not")
    func skipBreak() {
        for count in [1, 4] {
            var forbidden = Advertisement.sample(9)
            forbidden.skipping = .never
            var stage = Stage()
            stage.send(.advertisementsAvailable((1...count).map { .sample($0) } + [forbidden]))
            stage.load(1)
            stage.switchable(0)
            stage.hear(1)
            #expect(stage.send(.skipBreak) == [.refuse(.skippingRefused)])
            #expect(stage.send(.skip) == [])
        }
    }

    @Test("G3: skips no break with an ad that the stream forbids to skip, loaded or not")
    func skipBreakWithMarkedOne() {
        for ids in [[1], [1, 2, 3, 4]] {
            var stage = Stage.inProgramme()
            stage.send(.advertisementsAvailable(ids.map { .sample($0) }))
            stage.load(1)
            stage.switchable(0)
            stage.hear(1)
            stage.mark(50_000..<90_000, 9) { $0.skipping = .forbidden }
            #expect(stage.send(.skipBreak) == [.refuse(.skippingForbidden)])
            #expect(stage.send(.skip) == [])
        }
    }

    @Test("skips with its break an ad too that an app has dropped, if the sink has begun it")
    func skipBreakWithIgnoredOne() {
        var stage = Stage()
        stage.push(1, 2)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(500)
        stage.send(.ignoreReceivedAdvertisements)
        #expect(stage.send(.skipBreak) == [])
        stage.switchable(1500)
        #expect(stage.layout?.spots.last?.text == "2@1000..<1500")
        stage.hear(1501)
        #expect(stage.effects.reports.last == "2 ABORTED")
        #expect(stage.manager.phase == .idle)
    }

    @Test("G6: skips a break whose later ads can be skipped later only")
    func skipBreakWithLaterOffset() {
        var later = Advertisement.sample(2)
        later.skipping = .from(.share(0.5))
        var stage = Stage()
        stage.send(.advertisementsAvailable([.sample(1), later]))
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(1)
        #expect(stage.send(.skipBreak) == [])
        stage.switchable(10)
        #expect(stage.placed == "")
        stage.hear(11)
        #expect(stage.effects.reports == ["1 ABORTED"])
        #expect(stage.manager.phase == .idle)
    }

    @Test("skips a break twice without another effect")
    func skipBreakTwice() {
        var stage = Stage()
        stage.playFirst(of: 1, 2)
        stage.send(.skipBreak)
        stage.fail(1)
        #expect(stage.send(.skipBreak) == [])
        stage.switchable(20)
        #expect(stage.hear(21).logged == ["slot.failed 20", "break.ended 20"])
    }

    @Test(
        "E11: hears ads at a volume of their own",
        arguments: [
            .volumeChanged(0.5), .adVolumeChanged(0.5),
        ] as [AdPlayManager.Event])
    func volume(event: AdPlayManager.Event) {
        var closed = Stage(closed: .init())
        #expect(closed.send(event) == [])
        #expect(closed.manager.focus.heardAdVolume == 0.5)
        closed.send(.streamOpened)
        #expect(closed.manager.focus.heardAdVolume == 0.5)
        var stage = Stage()
        #expect(stage.send(event) == [.focusChanged(stage.manager.focus)])
        #expect(stage.send(event) == [])
        #expect(stage.manager.focus.heardAdVolume == 0.5)
    }

    @Test("hears no ads while the session has something else for them, but those that are laid out")
    func suspended() {
        var stage = Stage()
        stage.push(1, 2, 3)
        stage.load(1)
        stage.switchable(0)
        stage.send(.suspendSpots)
        stage.load(2)
        #expect(!stage.isAsked)
        // What is laid out stays, also in a new layout.
        stage.switchable(0)
        #expect(stage.placed == "1@0..<1000")
        stage.hear(10)
        let answer = stage.send(.creditSpots)
        #expect(answer.logged == ["slot.notUsed 10", "slot.notUsed 10"])
        #expect(stage.hear(1000).logged.last == "break.ended 1000")
        stage.push(4)
        stage.load(4)
        #expect(stage.isAsked)
        stage.send(.suspendSpots)
        stage.send(.stop(.user))
        stage.send(.streamOpened)
        stage.push(5)
        stage.load(5)
        #expect(stage.isAsked)
    }

    @Test("is told why the last spot of a break was not used that is cancelled")
    func cancelled() {
        var stage = Stage()
        stage.push(1, 2)
        stage.send(.ignoreSpot(id: 2))
        #expect(
            stage.send(.skip).map(\.text).last
                == "log 0 break.cancelled played 0 skipped 0 failed 0 notUsed 2 skipped")
        stage.push(3)
        #expect(stage.send(.creditSpots).map(\.text).last?.hasSuffix("notUsed 1 credited") == true)
    }

    @Test("is not paused, and may leave, unless it is said")
    func unsaid() {
        var stage = Stage()
        #expect(!stage.manager.forbidsLeaving)
        stage.push(1)
        stage.load(1)
        #expect(!BreakContext().isPaused)
        #expect(stage.manager.wantsSwitch(in: BreakContext()))
    }

    @Test("is told which spots are there")
    func contains() {
        var stage = Stage()
        stage.push(1, 2, 3, 4)
        #expect((0...5).filter(stage.manager.contains) == [1, 2, 3, 4])
        #expect(stage.manager.waitingCount == 3)
        stage.load(1)
        stage.switchable(0)
        stage.hear(1)
        #expect(stage.manager.waitingCount == 3)
        stage.hear(1000)
        #expect((0...5).filter(stage.manager.contains) == [2, 3, 4])
        #expect(stage.manager.waitingCount == 2)
    }
}
