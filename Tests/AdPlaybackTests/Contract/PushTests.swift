import AdPlayback
import Advertising
import MediaTime
import Testing

@Suite("Pushes")
struct PushTests {
    @Test("M-prestream-before-play-registration: an early delegate gets the pre-stream ad")
    func preStream() {
        let app = BatchCounter()
        var delegates = AdvertisementDelegates()
        delegates.add(app)
        var stage = Stage(closed: .init())
        #expect(stage.send(.getAdvertisement) == [.handOut(nil)])
        stage.send(.streamOpened)
        let answer = stage.push(7)
        for effect in answer where effect == .availableToObservers {
            for delegate in delegates.all { delegate.onAdvertisementAvailable() }
        }
        #expect(app.batches == 1)
        stage.load(1)
        stage.switchable(0)
        #expect(stage.layout?.spots.first?.range == FrameRange(.zero, count: 1000))
    }

    @Test("M-started-once-per-burst: three spots and a gap are one burst")
    func startedOnce() {
        var stage = Stage()
        stage.push(1, 2, 3)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(1500)
        stage.hear(2500)
        stage.load(3)
        stage.switchable(2600)
        stage.hear(2700)
        #expect(stage.count(.adPlayStarted) == 1)
        #expect(stage.count(.adPlayFinished) == 0)
        stage.hear(3600)
        #expect(stage.count(.adPlayFinished) == 1)
        stage.push(4)
        stage.load(4)
        stage.switchable(4000)
        stage.hear(4001)
        #expect(stage.count(.adPlayStarted) == 2)
    }

    @Test("breaks and spots are numbered from 1 on, over all streams")
    func numbered() {
        var stage = Stage()
        for _ in 1...3 {
            stage.push(1)
            stage.load(UInt64(stage.effects.loads.count))
            stage.switchable(0)
            stage.send(.stop(.streamChanged))
            stage.send(.streamOpened)
        }
        #expect(stage.effects.loads == [1, 2, 3])
        let announced = stage.effects.compactMap { effect -> Int? in
            guard case .log(let event) = effect, event.name == "break.announced" else { return nil }
            return event.breakID?.rawValue
        }
        #expect(announced == [1, 2, 3])
        #expect(stage.layout?.breakID == BreakID(3))
    }

    @Test("M-finished-once: a burst finishes once, whatever comes after its last spot")
    func finishedOnce() {
        var stage = Stage()
        stage.playFirst(of: 1)
        let end = stage.hear(1000)
        #expect(Array(end.suffix(3)).map(\.text).first == "removeBanner")
        #expect(end.last == .adPlayFinished)
        stage.hear(1001)
        stage.push()
        stage.send(.ignoreReceivedAdvertisements)
        stage.send(.spotFailed(PlayToken(1), SpotFailure(.other)))
        stage.send(.stop(.user))
        stage.send(.stop(.user))
        #expect(stage.count(.adPlayFinished) == 1)
    }

    @Test("M-empty-push-no-finish: a push without ads starts, finishes and reports nothing")
    func emptyPush() {
        var stage = Stage()
        #expect(stage.push() == [])
        #expect(stage.manager.phase == .idle)
    }

    @Test("M-push-during-ad-kept: a push during an ad waits for its turn and is not lost")
    func pushDuringAd() {
        var stage = Stage()
        stage.playFirst(of: 1)
        let answer = stage.push(2)
        #expect(answer.loads == [2])
        #expect(!stage.isAsked)
        stage.load(2)
        #expect(stage.isAsked)
        stage.switchable(400)
        #expect(stage.layout?.text == "lay from 400, away 0..<2000: 1@0..<1000 2@1000..<2000")
        stage.hear(2000)
        #expect(stage.effects.reports == ["1 FINISHED", "2 FINISHED"])
    }

    @Test("M-ignore-keeps-current: queued spots are dropped, the playing one continues")
    func ignoreKeepsCurrent() {
        var stage = Stage()
        stage.playFirst(of: 1, 2, 3, 4, 5)
        let answer = stage.send(.ignoreReceivedAdvertisements)
        #expect(
            answer.logged == [
                "slot.notUsed 10", "slot.notUsed 10", "slot.notUsed 10", "slot.notUsed 10",
            ])
        #expect(answer.reports == [])
        stage.hear(1000)
        #expect(stage.effects.reports == ["1 FINISHED"])
        #expect(stage.manager.phase == .idle)
        #expect(stage.count(.adPlayFinished) == 1)
    }

    @Test(
        "M-ignore-keeps-current: a spot laid out behind it is dropped unless it has begun",
        arguments: [
            (900, "lay from 900, away 0..<1000: 1@0..<1000", ["1 FINISHED"]),
            (1000, "lay from 1000, away 0..<1000:", ["1 FINISHED"]),
            (1001, "lay from 1001, away 0..<2000: 2@1000..<2000", ["1 FINISHED", "2 FINISHED"]),
        ] as [(Int64, String, [String])])
    func ignoreWithNextLaidOut(frame: Int64, layout: String, reports: [String]) {
        var stage = Stage()
        stage.push(1, 2)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(800)
        #expect(stage.send(.ignoreReceivedAdvertisements) == [])
        #expect(stage.isAsked)
        stage.switchable(frame)
        #expect(stage.layout?.text == layout)
        stage.hear(3000)
        #expect(stage.effects.reports == reports)
        #expect(stage.manager.phase == .idle)
    }

    @Test("M-ignore-keeps-current: a spot that is still loading is dropped, even at the head")
    func ignoreWhileLoading() {
        var stage = Stage()
        stage.push(1, 2)
        let answer = stage.send(.ignoreReceivedAdvertisements)
        #expect(answer.contains(.cancelLoad(PlayToken(1))))
        #expect(answer.reports == ["1 ABORTED"])
        #expect(answer.logged.last == "break.cancelled 0")
        stage.load(1, 2)
        #expect(stage.manager.staleCount == 2)
        #expect(stage.manager.phase == .idle)
    }

    @Test("C5: the head and two more are preloaded, and another when the first one plays")
    func loadsAhead() {
        var stage = Stage()
        #expect(stage.push(1, 2, 3, 4, 5).loads == [1, 2, 3])
        stage.load(1)
        #expect(stage.switchable(0).loads == [])
        #expect(stage.hear(1).loads == [4])
    }

    @Test("a push while no stream is open is dropped, and reported as dropped")
    func pushWhileClosed() {
        var stage = Stage(closed: .init())
        #expect(stage.push(1).logged == ["break.dropped 0"])
    }
}
