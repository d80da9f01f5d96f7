import Advertising
import Interlude
import PCMAudio
import Testing

@testable import InterludeCLI

@Suite("What a key does")
struct KeyAnswerTests {
    private static func playing(
        _ change: (inout PlayerStatus) -> Void = { _ in }
    ) -> PlayerStatus {
        var status = PlayerStatus(state: .playing, source: "live", behindLive: .seconds(1))
        status.controls.pause = true
        status.controls.delay = true
        change(&status)
        return status
    }

    private static let behind = playing { $0.controls.live = true }
    private static let inAd = playing { status in
        status.controls.skip = true
        status.adBreak = BreakStatus(
            Advertisement(id: 1, title: "Tea", audioFileURL: ""), spotNumber: 1, spotCount: 1,
            spotRemaining: .seconds(3))
    }

    @Test(
        "is a command where it has an effect",
        arguments: [
            (KeyCommand.togglePause, playing(), SessionCommand.pause),
            (.togglePause, playing { $0.isPaused = true }, .unpause), (.live, behind, .goLive),
            (.skip, inAd, .skip), (.quieter, playing(), .changeVolume(by: .decibels(-1))),
            (.louder, playing(), .changeVolume(by: .decibels(1))),
            (.quit, playing(), .stop),
            (.first, playing { $0.truex = .popup("http://a.example/") }, .truex(.popupClosed)),
        ] as [(KeyCommand, PlayerStatus, SessionCommand)])
    func command(key: KeyCommand, status: PlayerStatus, command: SessionCommand) {
        #expect(status.answer(to: key) == .command(command))
    }

    @Test(
        "is the reason where it has none",
        arguments: [
            (KeyCommand.live, playing(), "live already, 1.0 s buffered"),
            (.live, playing { $0.behindLive = nil }, "not a live stream"),
            (
                .live,
                playing {
                    $0.state = .connecting
                    $0.behindLive = nil
                }, "not connected yet"
            ),
            (.skip, playing(), "no ad to skip"),
            (.skip, playing { $0.truex = .cancelPrompt }, "an interactive ad: answer it"),
            (
                .skip,
                playing {
                    $0.adBreak = inAd.adBreak
                }, "not to be skipped now"
            ),
            (
                .skip,
                playing {
                    $0.adBreak = inAd.adBreak
                    $0.adBreak?.skipWait = .milliseconds(4100)
                }, "skip in 5 s"
            ),
            (
                .skip,
                playing {
                    $0.adBreak = inAd.adBreak
                    $0.adBreak?.skipWait = nil
                }, "this ad cannot be skipped"
            ),
            (.first, playing(), "there is nothing to answer"),
            (.second, playing { $0.truex = .loading }, "there is nothing to answer"),
        ] as [(KeyCommand, PlayerStatus, String)])
    func note(key: KeyCommand, status: PlayerStatus, reason: String) {
        guard case .note(let words) = status.answer(to: key) else {
            Issue.record("\(status.answer(to: key))")
            return
        }
        #expect(words.hasPrefix(reason), "\(words)")
        let line = StatusLine(width: 39, style: .plain).render(status, noting: words)
        #expect(line.hasSuffix(words), "a narrow terminal shows it whole: \(line)")
    }

    @Test("is help for a question mark, which names every key")
    func help() {
        #expect(KeyCommand.commands(in: "?".utf8) == [.help])
        guard case .list(let items) = Self.playing().answer(to: .help) else {
            Issue.record("no help")
            return
        }
        let keys = items.flatMap { $0.split(separator: " ") }
        for key in ["space", "l", "s", "+", "-", "1", "2", "?", "q"] {
            #expect(keys.contains { $0 == key })
        }
    }
}
