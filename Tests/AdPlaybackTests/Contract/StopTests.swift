import AdPlayback
import Advertising
import MediaTime
import Testing

@Suite("Stops")
struct StopTests {
    @Test(
        "M-stop-mid-ad: aborted once, banner off, finished once, and nothing after",
        arguments: AdPlayManager.StopReason.allCases)
    func stopMidAd(reason: AdPlayManager.StopReason) {
        var stage = Stage()
        stage.playFirst(of: 1, 2, 3, 4, 5)
        let texts = stage.send(.stop(reason)).map(\.text)
        #expect(
            texts == [
                "disarm 1 play", "release 1", "log 10 slot.skipped slot 1 stopped",
                "report 1 ad 1 ABORTED",
                "disarm 2 connect", "disarm 2 load", "cancel 2",
                "log 10 slot.notUsed slot 2 stopped",
                "disarm 3 connect", "disarm 3 load", "cancel 3",
                "log 10 slot.notUsed slot 3 stopped",
                "disarm 4 connect", "disarm 4 load", "cancel 4",
                "log 10 slot.notUsed slot 4 stopped",
                "log 10 slot.notUsed slot 5 stopped",
                "removeBanner",
                "log 10 break.ended played 0 skipped 1 failed 0 notUsed 4",
                "adPlayFinished",
            ])
        let late: [AdPlayManager.Event] = [
            .spotLoaded(PlayToken(2), frameCount: 9), .switchable(FrameTime(20)),
            .heard(FrameTime(5000)), .watchdog(PlayToken(1), .play), .skip, .streamerMuted,
            .ignoreReceivedAdvertisements, .bannerClicked(id: 1), .stop(.user),
        ]
        for event in late { #expect(stage.send(event) == []) }
    }

    @Test("a spot that was handed out and never heard is aborted, and no burst is finished")
    func stopWhileLoading() {
        var stage = Stage()
        stage.push(1, 2)
        let answer = stage.send(.stop(.user))
        #expect(answer.reports == ["1 ABORTED"])
        #expect(answer.last?.text.hasPrefix("log 0 break.cancelled") == true)
    }

    @Test("M-switch-stream-mid-ad: the ad does not play over the next stream, and tokens increase")
    func switchStream() {
        var stage = Stage()
        stage.send(.volumeChanged(0.3))
        stage.send(.streamerMuted)
        stage.playFirst(of: 1)
        stage.send(.stop(.streamChanged))
        #expect(stage.count(.adPlayFinished) == 1)
        #expect(stage.effects.banners == [1, nil])
        stage.send(.streamOpened)
        #expect(stage.manager.phase == .idle)
        #expect(stage.manager.focus == AudioFocus(userVolume: 0.3))
        stage.hear(5000)
        #expect(stage.effects.reports == ["1 ABORTED"])
        #expect(stage.push(9).loads == [2])
    }
}
