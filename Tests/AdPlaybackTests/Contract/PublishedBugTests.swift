import AdPlayback
import Advertising
import MediaTime
import Testing

/// The eleven bugs of the published example apps; each test shows that one is absent
/// (docs/behaviour.md).
@Suite("Published bugs")
struct PublishedBugTests {
    @Test("bug 1: the end of something else, such as looping mute music, does not end the ad")
    func bug1ForeignEnd() {
        var stage = Stage()
        stage.playFirst(of: 1)
        let others: [AdPlayManager.Event] = [
            .spotFailed(PlayToken(77), SpotFailure(.other)),
            .spotLoaded(PlayToken(77), frameCount: 10), .watchdog(PlayToken(77), .play),
            .spotConnected(PlayToken(77)),
        ]
        for event in others { #expect(stage.send(event) == []) }
        #expect(stage.manager.phase == .playing(PlayToken(1)))
        #expect(stage.manager.staleCount == 4)
    }

    @Test("bug 2: a push during an ad does not cut it, and its end takes one spot, not two")
    func bug2PushCuts() {
        var stage = Stage()
        stage.playFirst(of: 1)
        stage.push(2, 3)
        stage.load(2, 3)
        stage.switchable(100)
        stage.hear(3000)
        #expect(stage.effects.reports == ["1 FINISHED", "2 FINISHED", "3 FINISHED"])
    }

    @Test("bug 3: a push during an ad is not removed from the queue and lost")
    func bug3PushLost() {
        var stage = Stage()
        stage.playFirst(of: 1)
        stage.push(2)
        stage.hear(1000)
        #expect(stage.manager.phase == .betweenAds)
        stage.load(2)
        stage.switchable(1200)
        stage.hear(2200)
        #expect(stage.effects.reports == ["1 FINISHED", "2 FINISHED"])
    }

    @Test("I11, bug 4: a spot that cannot be loaded does not leave the stream muted")
    func bug4MutedForEver() {
        var stage = Stage()
        stage.push(1)
        stage.fail(1, .notFound)
        #expect(stage.manager.phase == .idle)
        #expect(stage.layout == nil)
        #expect(stage.effects.reports == ["1 ABORTED"])
    }

    @Test("bug 5: a spot that fails to play ends the break, and the stream is heard again")
    func bug5ThrowKeepsPlaying() {
        var stage = Stage()
        stage.playFirst(of: 1)
        stage.fail(1, .undecodable)
        stage.switchable(60)
        stage.hear(61)
        #expect(stage.manager.phase == .idle)
        #expect(stage.layout?.breakRange?.end == FrameTime(60))
        #expect(stage.count(.adPlayFinished) == 1)
    }

    @Test("J1, bug 6: the banner of a failed spot is never shown, and none is left over")
    func bug6BannerOfFailedSpot() {
        var stage = Stage()
        stage.push(1, 2, 3)
        stage.fail(1, .badAddress)
        stage.load(2)
        stage.switchable(0)
        stage.hear(1)
        stage.fail(3, .badAddress)
        stage.hear(1000)
        #expect(stage.effects.banners == [2, nil])
    }

    @Test("bug 7: stopping ends the ad, the burst and the banner")
    func bug7StopKeepsTalking() {
        var stage = Stage()
        stage.playFirst(of: 1)
        let answer = stage.send(.stop(.user))
        #expect(answer.contains(.release(PlayToken(1))))
        #expect(answer.reports == ["1 ABORTED"])
        #expect(answer.suffix(1) == [.adPlayFinished])
        #expect(answer.banners == [nil])
        #expect(stage.manager.phase == .closed)
    }

    @Test("bug 8: after an ad the volume is the listener's, not 1")
    func bug8VolumeOne() {
        var stage = Stage()
        stage.send(.volumeChanged(0.42))
        stage.playFirst(of: 1)
        stage.hear(1000)
        #expect(stage.manager.focus.userVolume == 0.42)
    }

    @Test("bug 9: muting during an ad takes effect after it, and the ad continues")
    func bug9MuteDuringAd() {
        var stage = Stage()
        stage.playFirst(of: 1)
        let laidOut = stage.layout
        stage.send(.streamerMuted)
        stage.hear(500)
        #expect(stage.layout == laidOut)
        #expect(stage.manager.phase == .playing(PlayToken(1)))
        stage.hear(1000)
        #expect(stage.effects.reports == ["1 FINISHED"])
        #expect(stage.manager.focus.streamer == .muted)
    }

    @Test("bug 10: mute music plays again when the streamer mutes a second time")
    func bug10MusicOnlyOnce() {
        var stage = Stage()
        for _ in 1...3 {
            stage.send(.streamerMuted)
            #expect(stage.manager.focus.streamer == .muted)
            stage.send(.streamerUnmuted)
            #expect(stage.manager.focus.streamer == .audible)
        }
    }

    @Test("bug 11: a new delegate gets each event from then on, once, for as long as it lives")
    func bug11RegistrationRace() {
        var delegates = AdvertisementDelegates()
        let app = BatchCounter()
        delegates.add(app)
        #expect(delegates.all.count == 1)
        delegates.add(app)
        #expect(delegates.all.count == 1)
        do {
            let passing = BatchCounter()
            delegates.add(passing)
            #expect(delegates.all.count == 2)
        }
        #expect(delegates.all.count == 1)
        delegates.remove(app)
        #expect(delegates.all.isEmpty)
    }
}
