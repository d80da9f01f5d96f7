import AdPlayback
import Advertising
import Interlude

/// A state of a player with its status.
struct StatusCase: Sendable, CustomStringConvertible {
    let description: String
    let status: PlayerStatus

    private init(_ name: String, _ change: (inout PlayerStatus) -> Void) {
        var status = PlayerStatus(
            state: .playing, source: "http://radio.example/live", title: "The Tide Desk",
            position: .seconds(62), behindLive: .milliseconds(2100), buffered: .milliseconds(2100))
        status.sink = "pulse"
        status.station = "Lighthouse Radio"
        status.outputTime = .seconds(60)
        status.availableDelay = .seconds(62)
        status.loudness = -18.25
        change(&status)
        description = name
        self.status = status
    }

    static let all = [
        idle, playing, inBreak, openBreak, choiceCard, engagement, paused, reconnecting, noDevice,
        file,
    ]

    private static let idle = StatusCase("idle") {
        $0 = PlayerStatus(state: .idle, source: "http://radio.example/live")
    }

    private static let playing = StatusCase("playing") {
        $0.comingBreaks = [ComingBreak(in: .seconds(9), spotCount: 2)]
        $0.waitingSpots = [
            Advertisement(
                id: 8, title: "Tea", audioFileURL: "", duration: .seconds(15),
                description: "Since 1890", adID: "camp-4711"),
            Advertisement(id: 9, title: "Ferry", audioFileURL: ""),
        ]
        $0.queuedSpots = 1
        $0.controls.pause = true
        $0.artwork = PlayerStatus.Artwork(
            address: "http://radio.example/tide.jpg", namer: .operator)
        $0.device.volumePercent = 80
        $0.fleet = PlayerStatus.Fleet(address: "mqtt://broker.example:1883/shops", name: "tea-1")
        $0.fleet?.isJoined = true
    }

    private static let inBreak = StatusCase("in a break") {
        let tea = Advertisement(id: 8, title: "Tea", audioFileURL: "", adID: "camp-4711")
        $0.adBreak = BreakStatus(
            number: 4, policy: .mute, slot: 7, tea, spotNumber: 1, spotCount: 2,
            spotRemaining: .seconds(3), remaining: .seconds(18))
        $0.adBreak?.spotDecibels = -4.5
    }

    private static let openBreak = StatusCase("in a break of unknown length") {
        $0.adBreak = BreakStatus(
            Advertisement(id: 8, title: "Tea", audioFileURL: ""), spotNumber: 1, spotCount: 2,
            spotRemaining: .seconds(3))
        $0.adBreak?.skipWait = nil
        $0.mute = .streamer
    }

    private static let choiceCard = StatusCase("at a choice card") {
        $0.truex = .choiceCard(
            TruexView.ChoiceCard(
                campaignName: "Harbour Lights", texts: TruexAdConfiguration.CardTexts(),
                images: TruexAdConfiguration.CardImages(), voiceOver: [], left: nil,
                buttons: .enabled, attention: nil))
    }

    private static let engagement = StatusCase("in an interactive unit") {
        $0.truex = .engagement(
            TruexView.Engagement(
                campaignName: "Harbour Lights", creative: "http://ads.example/unit.html",
                attentionLeft: TruexTimer(seconds: 27, rate: -1), interaction: .missing,
                exit: .cancel, step: nil))
    }

    private static let paused = StatusCase("paused") {
        $0.state = .paused
        $0.isPaused = true
        $0.controls.resume = true
        $0.mute = .soundServer
        $0.device.isMuted = true
        $0.failedSource = PlayerStatus.FailedSource(
            source: "http://radio.example/other", reason: "the server answers 404; check the path",
            outputTime: .seconds(3))
    }

    private static let reconnecting = StatusCase("reconnecting") {
        $0.state = .reconnecting
        $0.reconnection = PlayerStatus.Reconnection(
            tryCount: 3, remaining: .seconds(24), reason: "the server answers 503; try later")
        $0.fleet = PlayerStatus.Fleet(address: "mqtt://broker.example:1883/shops", name: "tea-1")
        $0.fleet?.reason = "connection refused"
    }

    private static let noDevice = StatusCase("without a device") {
        $0.state = .sinkLost
        $0.device.isPresent = false
        $0.device.reason = "there is no ALSA device 'hall'"
        $0.sinkWait = .seconds(8)
        $0.reconnection = PlayerStatus.Reconnection(tryCount: 1)
    }

    private static let file = StatusCase("a file") {
        $0 = PlayerStatus(
            state: .playing, source: "show.mp3", position: .milliseconds(1500),
            length: .seconds(300))
        $0.sink = "null"
    }
}
