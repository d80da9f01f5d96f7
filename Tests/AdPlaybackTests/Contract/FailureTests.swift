import AdPlayback
import Advertising
import MediaTime
import Testing

@Suite("Failures")
struct FailureTests {
    @Test("M-bad-url-advances: a bad address is reported once, and the next spot plays")
    func badAddress() {
        var stage = Stage()
        stage.push(1, 2)
        let answer = stage.fail(1, .badAddress)
        #expect(answer.reports == ["1 ABORTED"])
        #expect(answer.logged == ["slot.failed 0"])
        stage.load(2)
        stage.switchable(50)
        #expect(stage.layout?.text == "lay from 50, away 50..<1050: 2@50..<1050")
        stage.hear(1050)
        #expect(stage.effects.reports == ["1 ABORTED", "2 FINISHED"])
        #expect(stage.effects.banners == [2, nil])
    }

    @Test("M-100-bad-urls-no-stack: a hundred bad addresses take a hundred steps without recursion")
    func hundredBadAddresses() {
        var stage = Stage()
        stage.send(.advertisementsAvailable((1...100).map { .sample($0) }))
        var most = 0
        for slot in 1...100 as ClosedRange<UInt64> {
            most = max(most, stage.fail(slot, .badAddress).count)
        }
        #expect(most <= 12)
        #expect(stage.effects.reports.count == 100)
        #expect(Set(stage.effects.reports).count == 100)
        #expect(stage.manager.phase == .idle)
        #expect(stage.count(.adPlayStarted) == 0)
        #expect(stage.count(.adPlayFinished) == 0)
        #expect(stage.effects.banners == [])
        #expect(!stage.effects.contains { if case .lay = $0 { true } else { false } })
    }

    @Test(
        "I4, M-stall-watchdog: a spot that does not arrive in time fails with code 402",
        arguments: [
            ([], WatchdogPhase.connect, SpotFailure.Reason.connectTimeout),
            ([.spotConnected(PlayToken(1))], .stall, .stalled),
            ([.spotConnected(PlayToken(1))], .load, .loadTimeout),
        ] as [([AdPlayManager.Event], WatchdogPhase, SpotFailure.Reason)])
    func loadingWatchdogs(
        before: [AdPlayManager.Event], phase: WatchdogPhase, reason: SpotFailure.Reason
    ) {
        var stage = Stage()
        stage.push(1, 2)
        for event in before { stage.send(event) }
        #expect(stage.manager.activeSpots[0].watchdogs.contains(phase))
        let answer = stage.send(.watchdog(PlayToken(1), phase))
        #expect(answer.contains(.cancelLoad(PlayToken(1))))
        #expect(answer.reports == ["1 ABORTED"])
        let failures = answer.compactMap { effect -> SpotFailure? in
            if case .log(let event) = effect, case .slotFailed(let failure) = event.kind {
                failure
            } else {
                nil
            }
        }
        #expect(failures.map(\.reason) == [reason])
        #expect(failures.map(\.code) == [402])
        #expect(stage.send(.watchdog(PlayToken(1), phase)) == [])
        #expect(stage.manager.staleCount == 1)
    }

    @Test(
        "a spot of which nothing arrives names the server, or a file such as an idle pipe",
        arguments: [
            ("https://ads.example/tea.mp3", "the server does not answer"),
            ("HTTP://ads.example/tea.mp3", "the server does not answer"),
            ("spots/tea.mp3", "nothing could be read from the file in time"),
        ])
    func noAnswer(address: String, words: String) {
        var stage = Stage()
        stage.send(
            .advertisementsAvailable([Advertisement(id: 1, title: "Tea", audioFileURL: address)]))
        let answer = stage.send(.watchdog(PlayToken(1), .connect))
        let failures = answer.compactMap { effect -> String? in
            if case .log(let event) = effect, case .slotFailed(let failure) = event.kind {
                failure.words
            } else {
                nil
            }
        }
        #expect(failures == [words])
    }

    @Test("M-stall-watchdog: a spot that plays past its length is cut, and the stream returns")
    func playingWatchdog() {
        var stage = Stage()
        stage.playFirst(of: 1)
        let wait: Duration = .frames(990) + .seconds(10)
        #expect(stage.effects.contains(.armWatchdog(PlayToken(1), .play, after: wait)))
        #expect(stage.send(.watchdog(PlayToken(1), .play)) == [])
        #expect(stage.isAsked)
        stage.switchable(300)
        #expect(stage.layout?.text == "lay from 300, away 0..<300:")
        let end = stage.hear(301)
        #expect(end.reports == ["1 ABORTED"])
        #expect(end.last == .adPlayFinished)
    }

    @Test("losing the device disarms the watchdog, and its return arms it for the remaining time")
    func outputLost() {
        var stage = Stage()
        stage.playFirst(of: 1)
        #expect(stage.change(.lost) == [.disarmWatchdog(PlayToken(1), .play)])
        let wait: Duration = .frames(990) + .seconds(10)
        #expect(
            stage.change(.running)
                == [.armWatchdog(PlayToken(1), .play, after: wait)])
    }

    @Test("a held output pauses the spot, which resumes where it was")
    func outputHeld() {
        var stage = Stage()
        stage.playFirst(of: 1)
        #expect(
            stage.change(.held).map(\.text)
                == ["disarm 1 play", "log 10 slot.paused slot 1"])
        #expect(
            stage.change(.running).map(\.text)
                == ["arm 1 play 10.020625 seconds", "log 10 slot.resumed slot 1"])
        #expect(stage.hear(1000).reports == ["1 FINISHED"])
    }

    @Test("a held output that is lost meanwhile resumes the spot once it is back")
    func outputLostWhileHeld() {
        var stage = Stage()
        stage.playFirst(of: 1)
        stage.change(.held)
        #expect(stage.change(.lostWhileHeld).map(\.text) == ["disarm 1 play"])
        #expect(
            stage.change(.running).map(\.text)
                == ["arm 1 play 10.020625 seconds", "log 10 slot.resumed slot 1"])
    }

    @Test("a spot that is loaded or connected twice is stale the second time")
    func twice() {
        var stage = Stage()
        stage.push(1)
        #expect(stage.send(.spotConnected(PlayToken(1))).count == 2)
        #expect(stage.send(.spotConnected(PlayToken(1))) == [])
        #expect(stage.manager.staleCount == 1)
        stage.load(1)
        #expect(stage.load(1) == [])
        #expect(stage.manager.staleCount == 2)
        #expect(stage.send(.watchdog(PlayToken(1), .load)) == [])
        #expect(stage.manager.staleCount == 3)
    }

    @Test("a spot without audio is a failure, and not a spot of zero length")
    func emptySpot() {
        var stage = Stage()
        stage.push(1)
        #expect(stage.load(1, frameCount: 0).reports == ["1 ABORTED"])
        #expect(stage.manager.phase == .idle)
    }

    @Test("a spot that fails ahead of its turn is reported at once, and leaves no gap")
    func failsAhead() {
        var stage = Stage()
        stage.push(1, 2, 3)
        stage.load(1, 3)
        stage.fail(2)
        stage.switchable(0)
        #expect(stage.layout?.text == "lay from 0, away 0..<2000: 1@0..<1000 3@1000..<2000")
    }

    @Test("a failure during playback cuts the spot and joins the next one there")
    func failsWhilePlaying() {
        var stage = Stage()
        stage.push(1, 2)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(100)
        #expect(stage.fail(1, .undecodable) == [])
        #expect(stage.isAsked)
        stage.switchable(200)
        #expect(stage.layout?.text == "lay from 200, away 0..<1200: 2@200..<1200")
        let end = stage.hear(201)
        #expect(end.logged.prefix(2) == ["slot.failed 200", "slot.started 200"])
        #expect(stage.effects.banners == [1, 2])
    }
}
