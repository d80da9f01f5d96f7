import AdPlayback
import Advertising
import Interlude
import PCMAudio
import Testing

@testable import InterludeCLI

@Suite("Status line")
struct StatusLineTests {
    private static let inBreak = PlayerStatus(
        state: .playing, source: "http://radio.example/live", title: "Morning Show",
        position: .seconds(3725), behindLive: .milliseconds(12_340),
        adBreak: BreakStatus(
            Advertisement(id: 1, title: "Green tea", audioFileURL: ""), spotNumber: 2,
            spotCount: 3, spotRemaining: .milliseconds(13_200), remaining: .milliseconds(31_500)),
        queuedSpots: 1, volume: Gain(linear: 0.8), buffered: .milliseconds(4_250),
        underruns: 2)

    private static let playing = PlayerStatus(
        state: .playing, source: "a.mp3", title: "Song", position: .seconds(65),
        length: .seconds(600), buffered: .seconds(2))

    @Test("shows the programme's loudness, and the gain of a spot")
    func loudness() {
        var status = Self.inBreak
        status.loudness = -18.04
        status.adBreak?.spotDecibels = 3.5
        let line = StatusLine(width: nil, style: .plain).render(status)
        #expect(line.contains("  gain +3.5 dB  “Green tea”  "))
        #expect(line.contains("  loudness \u{2212}18 LUFS  2 underruns"))
        status.adBreak?.spotDecibels = -6.02
        let softer = StatusLine(width: nil, style: .plain).render(status)
        #expect(softer.contains("  gain \u{2212}6.0 dB  "))
    }

    @Test("E15: names the slate in place of an ad, and when the programme is back")
    func slate() {
        var status = Self.inBreak
        status.adBreak?.isSlate = true
        let line = StatusLine(width: nil, style: .plain).render(status)
        #expect(line.contains("slate  back in "))
        #expect(!line.contains("ad 2 of 3") && !line.contains("Green tea"))
        status.adBreak?.remaining = nil
        let openEnded = StatusLine(width: nil, style: .plain).render(status)
        #expect(openEnded.contains("slate") && !openEnded.contains("back in"))
    }

    @Test("G6: counts down to when an ad can be skipped")
    func skipping() {
        var status = Self.inBreak
        status.adBreak?.skipWait = .milliseconds(4200)
        #expect(StatusLine(width: nil, style: .plain).render(status).contains("  skip in 5 s  "))
        for wait in [Duration.zero, nil] {
            status.adBreak?.skipWait = wait
            #expect(!StatusLine(width: nil, style: .plain).render(status).contains("skip"))
        }
    }

    @Test("says that a stream is held for an advertisement, and not that it buffers")
    func held() {
        var status = Self.playing
        status.truex = .cancelPrompt
        for state in [PlayerStatus.State.playing, .buffering] {
            status.state = state
            let line = StatusLine(width: 70, style: .plain).render(status)
            #expect(line == "held  1:05 / 10:00  leave the ad (no reward)?  [1] leave  [2] stay")
        }
        status.truex = .nothing
        #expect(StatusLine(width: 50, style: .plain).render(status).hasPrefix("buffering…  "))
    }

    @Test("names the keys that answer a choice card")
    func choiceCard() {
        var status = Self.playing
        status.truex = .choiceCard(
            .init(
                campaignName: "Tea", texts: .init(), images: .init(), voiceOver: [],
                left: TruexTimer(seconds: 13.2, rate: -1), buttons: .enabled,
                attention: TruexTimer(seconds: 30, rate: 0)))
        let line = StatusLine(width: nil, style: .plain).render(status)
        #expect(line.contains("  [1] interact  [2] hear the ads  14 s"))
        // A new volume does not displace them.
        status.volume = Gain(linear: 0.79)
        #expect(
            StatusLine(width: 46, style: .plain, isVolumeNew: true).render(status)
                == "held  [1] interact  [2] hear the ads  14 s")
    }

    @Test(
        "shows the attempt and the time left while it reconnects",
        arguments: [
            (nil, "reconnecting…  1:05  buffer 2.0 s"),
            (
                .init(tryCount: 3, remaining: .milliseconds(23_400)),
                "reconnecting, try 3, gives up in 24 s  1:05  buffer 2.0 s"
            ),
            (.init(tryCount: 12), "reconnecting, try 12  1:05  buffer 2.0 s"),
        ] as [(PlayerStatus.Reconnection?, String)])
    func reconnecting(reconnection: PlayerStatus.Reconnection?, line: String) {
        var status = Self.playing
        (status.state, status.title, status.length) = (.reconnecting, nil, nil)
        status.behindLive = .zero
        status.reconnection = reconnection
        #expect(StatusLine(width: nil, style: .plain).render(status) == line)
    }

    @Test(
        "keeps what matters when it is narrow",
        arguments: [
            (
                inBreak, nil,
                "playing  1:02:05  12.3 s behind live  ad 2 of 3, 14 s left  back in 32 s"
                    + "  “Green tea”  1 queued  volume 80 %  buffer 4.3 s  2 underruns"
            ),
            (
                inBreak, 130,
                "playing  1:02:05  12.3 s behind live  ad 2 of 3, 14 s left  back in 32 s"
                    + "  “Green tea”  1 queued  volume 80 %  2 underruns"
            ),
            (
                inBreak, 90,
                "playing  12.3 s behind live  ad 2 of 3, 14 s left  back in 32 s  1 queued"
                    + "  2 underruns"
            ),
            (inBreak, 40, "playing  ad 2 of 3, 14 s left  1 queued"),
            (inBreak, 3, "pl…"),
            (playing, 80, "playing  1:05 / 10:00  “Song”  buffer 2.0 s"),
            (playing, 40, "playing  1:05 / 10:00  “Song”"),
        ] as [(PlayerStatus, Int?, String)])
    func golden(status: PlayerStatus, width: Int?, line: String) {
        #expect(StatusLine(width: width, style: .plain).render(status) == line)
    }

    @Test("never fills more columns than the terminal has", arguments: 1...160)
    func fits(width: Int) {
        for status in [Self.inBreak, Self.playing] {
            let line = StatusLine(width: width, style: .plain).render(status)
            #expect(TextColumns.count(of: line) <= width)
        }
    }

    @Test("colours mark states and faults, and take no width")
    func colors() {
        let line = StatusLine(width: 80, style: .colored).render(Self.inBreak)
        #expect(line.hasPrefix("\u{1B}[32mplaying\u{1B}[0m  12.3 s behind live"))
        #expect(line.hasSuffix("\u{1B}[31m2 underruns\u{1B}[0m"))
        #expect(TextStyle(environment: ["NO_COLOR": "1"]) == .plain)
        #expect(TextStyle(environment: ["TERM": "dumb"]) == .plain)
        #expect(TextStyle(environment: ["NO_COLOR": ""]) == .colored)
    }

    @Test(
        "a state that rests has no colour, and one that waits or fails has",
        arguments: [
            (.idle, false), (.paused, false), (.stopped, false), (.connecting, true),
            (.buffering, true), (.reconnecting, true), (.sinkLost, true), (.failed, true),
        ] as [(PlayerStatus.State, Bool)])
    func stateColor(state: PlayerStatus.State, isColored: Bool) {
        let status = PlayerStatus(state: state, source: "a.mp3")
        let line = StatusLine(width: 80, style: .colored).render(status)
        #expect(line.hasPrefix("\u{1B}[") == isColored, "\(line)")
    }

    @Test("a title cannot move the cursor")
    func controlCharacters() {
        var status = Self.playing
        status.title = "\u{1B}[2Jgone\r\n\u{9B}2J"
        let line = StatusLine(width: nil, style: .plain).render(status)
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}
