import AdPlayback
import Advertising
import Foundation
import MediaTime
import TestFiles
import TestSignals
import Testing

/// Long scenarios, compared with their kept texts.
@Suite("Timelines")
struct TimelineTests {
    @Test("two spots, a gap, and a third in one burst")
    func gap() throws {
        var stage = Stage()
        stage.push(1, 2, 3)
        stage.send(.spotConnected(PlayToken(1)))
        stage.load(1, 2)
        stage.switchable(4800)
        stage.hear(5000)
        stage.push(4)
        stage.hear(6000)
        stage.hear(6800)
        stage.fail(3, .stalled)
        stage.load(4, frameCount: 500)
        stage.switchable(7000)
        stage.hear(7499)
        stage.hear(7500)
        let kept = try KeptText("gap", recording: stage.transcript)
        #expect(FirstDifference(stage.transcript, from: kept.lines) == nil)
    }

    @Test("a chain of failures: failed loads, ignore, skip, a refused layout, stop")
    func trouble() throws {
        var stage = Stage()
        stage.send(.volumeChanged(0.5))
        stage.push(1, 2, 3, 4)
        stage.fail(1, .badAddress)
        stage.send(.watchdog(PlayToken(3), .connect))
        stage.load(2)
        stage.switchable(100)
        stage.refuse(from: 140)
        stage.hear(141)
        stage.send(.streamerMuted)
        stage.load(4)
        stage.send(.pauseRequested)
        stage.switchable(300)
        stage.send(.ignoreReceivedAdvertisements)
        stage.push(5)
        stage.send(.skip)
        stage.switchable(400)
        stage.hear(410)
        stage.load(5)
        stage.switchable(500)
        stage.hear(600)
        stage.change(.lost)
        stage.send(.stop(.streamRemoved))
        stage.load(5)
        stage.hear(9000)
        let kept = try KeptText("trouble", recording: stage.transcript)
        #expect(FirstDifference(stage.transcript, from: kept.lines) == nil)
    }

    @Test("a recorded session, read back from its text, gives identical effects")
    func replays() throws {
        let events: [AdPlayManager.Event] = [
            .streamOpened, .advertisementsAvailable([.sample(1), .sample(2)]),
            .spotConnected(PlayToken(1)), .spotLoaded(PlayToken(1), frameCount: 10, leadIn: 3),
            .switchable(FrameTime(5)), .heard(FrameTime(9)),
            .spotFailed(PlayToken(2), SpotFailure(.stalled, "no more bytes")), .streamerMuted,
            .bannerClicked(id: 1), .volumeChanged(0.1), .watchdog(PlayToken(1), .play),
            .stop(.user),
        ]
        let data = try JSONEncoder().encode(events)
        let read = try JSONDecoder().decode([AdPlayManager.Event].self, from: data)
        #expect(read == events)
        var first = Stage(closed: .init())
        var second = Stage(closed: .init())
        for event in events { first.send(event) }
        for event in read { second.send(event) }
        #expect(first.effects == second.effects)
        #expect(first.manager == second.manager)
    }
}
