import Advertising
import Interlude
import TestFiles
import Testing

@testable import LinuxDesktop

@Suite("A service")
struct ServiceTests {
    private func status(_ state: PlayerStatus.State, title: String? = nil) -> PlayerStatus {
        PlayerStatus(state: state, source: "http://ann:secret@radio.example/live", title: title)
    }

    @Test("is ready once its stream plays, and each change is reported once")
    func scenario() {
        let adBreak = BreakStatus(
            Advertisement(id: 1, title: "Ferry", audioFileURL: ""), spotNumber: 2, spotCount: 3,
            spotRemaining: .seconds(4))
        var heard = status(.playing, title: "News")
        heard.adBreak = adBreak
        let scenario = [
            status(.connecting), status(.buffering), status(.playing, title: "News"),
            status(.playing, title: "News"), heard, status(.reconnecting), status(.paused),
            status(.sinkLost), status(.lost), status(.stopped),
        ]
        var report = ServiceReport()
        let told = scenario.flatMap { report.receive($0) }.map(\.assignment)
        #expect(
            told.joined(separator: "\n") == """
                STATUS=Connecting to http://radio.example/live
                STATUS=Waiting for http://radio.example/live
                READY=1
                STATUS=Playing News, http://radio.example/live
                STATUS=Advertisement 2 of 3: Ferry
                STATUS=Reconnecting to http://radio.example/live
                STATUS=Paused http://radio.example/live
                STATUS=No sound device for http://radio.example/live
                STOPPING=1
                STATUS=Lost http://radio.example/live
                STATUS=Stopped
                """)
    }

    @Test("that waits for a sound device without a limit is ready")
    func soundless() {
        var waiting = status(.sinkLost)
        waiting.sinkWait = .seconds(9)
        var report = ServiceReport()
        #expect(!report.receive(waiting).map(\.assignment).contains("READY=1"))
        waiting.sinkWait = nil
        #expect(report.receive(waiting).map(\.assignment).contains("READY=1"))
    }

    @Test("that retries its first stream is ready, and says why it waits")
    func retrying() {
        var retrying = status(.connecting)
        retrying.failedSource = PlayerStatus.FailedSource(
            source: retrying.source, reason: "the server refuses the connection", outputTime: .zero)
        var report = ServiceReport()
        let told = [status(.connecting), retrying, retrying].flatMap { report.receive($0) }
        #expect(
            told.map(\.assignment) == [
                "STATUS=Connecting to http://radio.example/live", "READY=1",
                "STATUS=Retrying http://radio.example/live: the server refuses the connection",
            ])
    }

    @Test(
        "says in words what the player does",
        arguments: [
            (.idle, "Connecting to"), (.connecting, "Connecting to"), (.buffering, "Waiting for"),
            (.playing, "Playing"), (.paused, "Paused"), (.reconnecting, "Reconnecting to"),
            (.sinkLost, "No sound device for"), (.lost, "Lost"), (.failed, "Cannot play"),
        ] as [(PlayerStatus.State, String)])
    func words(state: PlayerStatus.State, words: String) {
        var report = ServiceReport()
        let told = report.receive(status(state))
        #expect(told.last == .status("\(words) http://radio.example/live"))
        #expect(report.receive(status(state)).isEmpty)
    }

    @Test(
        "is not ready before its stream plays, and stops with it",
        arguments: [
            (.idle, []), (.connecting, []), (.buffering, []), (.playing, [.ready]),
            (.paused, [.ready]), (.reconnecting, []), (.lost, [.stopping]), (.failed, [.stopping]),
            (.stopped, [.stopping]),
        ] as [(PlayerStatus.State, [ServiceNotice])])
    func stages(state: PlayerStatus.State, notices: [ServiceNotice]) {
        var report = ServiceReport()
        #expect(report.receive(status(state)).dropLast() == notices[...])
    }

    @Test("says that there is no sound device also in an advertisement")
    func soundlessBreak() {
        var lost = status(.sinkLost)
        lost.sinkWait = .seconds(9)
        lost.adBreak = BreakStatus(
            Advertisement(id: 1, title: "Ferry", audioFileURL: ""), spotNumber: 1, spotCount: 1,
            spotRemaining: .seconds(4))
        var report = ServiceReport()
        #expect(
            report.receive(lost) == [.status("No sound device for http://radio.example/live")])
    }

    @Test("that plays its home meanwhile does not name the stream that failed")
    func home() {
        var connecting = status(.connecting)
        connecting.failedSource = PlayerStatus.FailedSource(
            source: "http://other.example/", reason: "it is away", outputTime: .zero)
        var report = ServiceReport()
        #expect(
            report.receive(connecting)
                == [.ready, .status("Connecting to http://radio.example/live")])
    }

    @Test("a title cannot imitate a notice")
    func injection() {
        let notice = ServiceNotice.status("a\nREADY=1\r\nb")
        #expect(notice.assignment == "STATUS=a READY=1 b")
    }

    @Test("the player reports to the manager that started it, and that it is alive")
    func player() throws {
        let folder = try TemporaryFolder()
        let programme = try SilentFile.write(seconds: 60, to: "show.wav", in: folder)
        let manager = try NotifySocket()
        let player = try DesktopPlayer(
            programme, [],
            environment: manager.environment.merging(["WATCHDOG_USEC": "200000"]) { $1 })
        let playing = "STATUS=Playing file://\(programme)"
        let waiting = "STATUS=Waiting for file://\(programme)"
        let connecting = "STATUS=Connecting to file://\(programme)"
        #expect(manager.next(after: "WATCHDOG=1", connecting, waiting) == "READY=1")
        #expect(manager.next(after: "WATCHDOG=1") == playing)
        for _ in 1...5 { #expect(manager.next() == "WATCHDOG=1") }
        player.interrupt()
        #expect(manager.next(after: "WATCHDOG=1") == "STOPPING=1")
        #expect(player.finish() == 0)
    }

    @Test("without a manager nothing is reported")
    func nobody() throws {
        let folder = try TemporaryFolder()
        let programme = try SilentFile.write(seconds: 1, to: "show.wav", in: folder)
        let player = try DesktopPlayer(programme, [], environment: ["WATCHDOG_USEC": "200000"])
        #expect(player.finish() == 0)
        #expect(player.complaints == [])
    }
}
