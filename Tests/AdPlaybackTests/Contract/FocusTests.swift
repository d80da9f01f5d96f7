import AdPlayback
import MediaTime
import Testing

@Suite("Focus")
struct FocusTests {
    typealias Gains = AudioFocus.Gains

    static let programme = Gains(stream: 0.7, muteMusic: 0, spot: 0)
    static let music = Gains(stream: 0, muteMusic: 0.7, spot: 0)
    static let spot = Gains(stream: 0, muteMusic: 0, spot: 0.7)

    @Test(
        "M-streamer-mute-matrix: muted or not, before, during and after an ad",
        arguments: [
            ([], [], [], programme),
            ([.streamerMuted], [], [], music),
            ([], [.streamerMuted], [], music),
            ([], [], [.streamerMuted], music),
            ([.streamerMuted], [.streamerUnmuted], [], programme),
            ([.streamerMuted], [.streamerUnmuted], [.streamerMuted], music),
            ([.streamerMuted], [.streamerUnmuted, .streamerMuted], [], music),
            ([], [.streamerMuted, .streamerUnmuted], [], programme),
            ([], [.streamerMuted], [.streamerUnmuted], programme),
            ([.streamerMuted, .streamerUnmuted], [.streamerMuted], [.streamerUnmuted], programme),
            ([.streamerMuted], [], [.streamerUnmuted], programme),
        ]
            as [(
                [AdPlayManager.Event], [AdPlayManager.Event], [AdPlayManager.Event], Gains
            )])
    func muteMatrix(
        before: [AdPlayManager.Event], during: [AdPlayManager.Event],
        after: [AdPlayManager.Event], expected: Gains
    ) {
        var stage = Stage()
        stage.send(.volumeChanged(0.7))
        for event in before { stage.send(event) }
        #expect(stage.manager.gains(at: .zero).spot == 0)
        stage.playFirst(of: 1)
        for event in during {
            stage.send(event)
            #expect(stage.manager.gains(at: FrameTime(500)) == Self.spot)
        }
        #expect(stage.manager.gains(at: FrameTime(999)) == Self.spot)
        stage.hear(1000)
        for event in after { stage.send(event) }
        #expect(stage.manager.gains(at: FrameTime(1000)) == expected)
    }

    @Test("a mute that is told twice is told on once")
    func muteTwice() {
        var stage = Stage()
        #expect(stage.send(.streamerMuted).count == 1)
        #expect(stage.send(.streamerMuted) == [])
    }

    @Test(
        "M-volume-restored-exact: after a break the stream is as loud as the listener had it",
        arguments: [0, 0.1, 0.333_333_34, 1, 1.5] as [Float])
    func volumeRestored(volume: Float) {
        var stage = Stage()
        stage.send(.volumeChanged(volume))
        stage.playFirst(of: 1)
        #expect(stage.manager.gains(at: FrameTime(10)).stream == 0)
        stage.hear(1000)
        #expect(stage.manager.gains(at: FrameTime(1000)).stream == volume)
    }

    @Test("a volume that is changed during an ad holds for the ad, and afterwards for the stream")
    func volumeDuringAd() {
        var stage = Stage()
        stage.playFirst(of: 1)
        stage.send(.volumeChanged(0.25))
        #expect(stage.manager.gains(at: FrameTime(10)).spot == 0.25)
        #expect(stage.manager.gains(at: FrameTime(1000)).stream == 0.25)
    }

    @Test("M-stream-consumed-under-ad: muted, the stream is away and back, and is never held")
    func consumedUnderAd() {
        var stage = Stage()
        stage.playFirst(of: 1)
        #expect(stage.layout?.policy == .mute)
        #expect(stage.layout?.away == FrameRange(.zero, count: 1000))
        #expect(stage.layout?.streamReturns == FrameTime(1000))
    }

    @Test(
        "each policy silences the stream in its own way",
        arguments: [(.mute, 0), (.hold, 0), (.duck, 0.5 * 0.199_526_23)]
            as [(BreakPolicy, Float)])
    func policies(policy: BreakPolicy, stream: Float) {
        let focus = AudioFocus(userVolume: 0.5)
        #expect(
            focus.duringBreak(policy) == Gains(stream: stream, muteMusic: 0, spot: 0.5))
    }

    @Test("a stream cannot be paused during a burst, also not between two of its spots")
    func pauseRefused() {
        var stage = Stage()
        #expect(stage.send(.pauseRequested) == [.pauseAllowed])
        stage.send(.resumed)
        stage.push(1, 2)
        stage.load(1)
        #expect(stage.send(.pauseRequested) == [.refuse(.pauseDuringAdvertisement)])
        stage.switchable(0)
        stage.hear(10)
        #expect(stage.send(.pauseRequested) == [.refuse(.pauseDuringAdvertisement)])
        stage.hear(1000)
        #expect(stage.manager.phase == .betweenAds)
        #expect(stage.send(.pauseRequested) == [.refuse(.pauseDuringAdvertisement)])
        stage.fail(2)
        #expect(stage.send(.pauseRequested) == [.pauseAllowed])
    }

    @Test("an ad that is loaded while the listener pauses waits until he goes on")
    func loadedWhilePaused() {
        var stage = Stage()
        stage.push(1)
        stage.send(.pauseRequested)
        #expect(!stage.load(1).contains(.requestSwitch))
        #expect(stage.send(.resumed) == [.requestSwitch])
    }
}
