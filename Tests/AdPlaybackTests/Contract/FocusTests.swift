import AdPlayback
import Advertising
import Foundation
import MediaTime
import Testing

@Suite("Focus")
struct FocusTests {
    static let programme = focus(.audible)
    static let music = focus(.muted)

    private static func focus(_ streamer: AudioFocus.Streamer) -> AudioFocus {
        var focus = AudioFocus(userVolume: 0.7)
        focus.streamer = streamer
        return focus
    }

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
                [AdPlayManager.Event], [AdPlayManager.Event], [AdPlayManager.Event], AudioFocus
            )])
    func muteMatrix(
        before: [AdPlayManager.Event], during: [AdPlayManager.Event],
        after: [AdPlayManager.Event], expected: AudioFocus
    ) {
        var stage = Stage()
        stage.send(.volumeChanged(0.7))
        for event in before { stage.send(event) }
        stage.playFirst(of: 1)
        for event in during {
            // The spot plays exactly where it was laid out.
            #expect(stage.send(event) == [.focusChanged(stage.manager.focus)])
        }
        #expect(stage.layout?.spots.map(\.range) == [FrameRange(.zero, count: 1000)])
        stage.hear(1000)
        for event in after { stage.send(event) }
        #expect(stage.manager.focus == expected)
    }

    @Test("a mute that is reported twice is passed on once")
    func muteTwice() {
        var stage = Stage()
        #expect(stage.send(.streamerMuted).count == 1)
        #expect(stage.send(.streamerMuted) == [])
    }

    @Test(
        "M-volume-restored-exact: after a break the stream has the listener's volume again",
        arguments: [0, 0.1, 0.333_333_34, 1, 1.5] as [Float])
    func volumeRestored(volume: Float) {
        var stage = Stage()
        stage.send(.volumeChanged(volume))
        stage.playFirst(of: 1)
        #expect(stage.manager.focus.userVolume == volume)
        stage.hear(1000)
        #expect(stage.manager.phase == .idle)
        #expect(stage.manager.focus.userVolume == volume)
    }

    @Test("a volume change during an ad applies to the ad, and afterwards to the stream")
    func volumeDuringAd() {
        var stage = Stage()
        stage.playFirst(of: 1)
        stage.send(.volumeChanged(0.25))
        #expect(stage.manager.focus.userVolume == 0.25)
        stage.hear(1000)
        #expect(stage.manager.focus.userVolume == 0.25)
    }

    @Test("E11: the volume of ads is kept apart from the listener's, also without a stream")
    func adVolume() {
        var stage = Stage()
        stage.send(.volumeChanged(0.5))
        #expect(stage.send(.adVolumeChanged(0.25)).count == 1)
        #expect(stage.send(.adVolumeChanged(0.25)) == [])
        #expect(stage.manager.focus.userVolume == 0.5)
        #expect(stage.manager.focus.heardAdVolume == 0.125)
        stage.send(.stop(.user))
        stage.send(.adVolumeChanged(0.75))
        #expect(stage.manager.focus.adVolume == 0.75)
    }

    @Test("a stream that is ducked is 14 dB softer")
    func duck() {
        #expect(abs(20 * log10(AudioFocus.duck) + 14) < 0.001)
    }

    @Test("M-stream-consumed-under-ad: a muted stream keeps advancing, and is never held")
    func consumedUnderAd() {
        var stage = Stage()
        stage.playFirst(of: 1)
        #expect(stage.layout?.policy == .mute)
        #expect(stage.layout?.breakRange == FrameRange(.zero, count: 1000))
    }

    @Test("a stream cannot be paused during a burst, nor between two of its spots")
    func pauseRefused() {
        var stage = Stage()
        #expect(stage.send(.pauseRequested) == [.pauseAllowed])
        stage.resume()
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

    @Test(
        "H4: the impression is due once two seconds were audible, and not before the volume is above 0"
    )
    func audibleImpression() {
        var spot = Advertisement.sample(1)
        spot.tracking = AdTracking()
        var stage = Stage()
        stage.send(.advertisementsAvailable([spot]))
        stage.load(1, frameCount: 480_000)
        stage.switchable(0)
        stage.hear(24_000)
        #expect(stage.nextMark == FrameTime(96_000))
        stage.send(.volumeChanged(0))
        #expect(stage.nextMark == FrameTime(120_000))
        stage.hear(110_000)
        stage.send(.adVolumeChanged(0))
        stage.send(.volumeChanged(0.5))
        stage.hear(121_000)
        stage.send(.adVolumeChanged(2))
        #expect(stage.nextMark == FrameTime(193_000))
        #expect(stage.hear(192_999).logged == [])
        #expect(stage.hear(193_000).logged == ["slot.impression 193000"])
    }

    @Test("an ad that loads while the listener has paused waits until they resume")
    func loadedWhilePaused() {
        var stage = Stage()
        stage.push(1)
        stage.send(.pauseRequested)
        stage.load(1)
        #expect(!stage.isAsked)
        stage.resume()
        #expect(stage.isAsked)
    }
}
