import AdPlayback
import Advertising
import Foundation
import MediaTime
import TestFiles
import TestSignals
import Testing

/// Breaks at frames of the programme, which is heard from output frame 0 on.
@Suite("Marked breaks")
struct MarkedPlacingTests {
    @Test("that replace a part of the programme: two breaks, one moved, one taken back")
    func replaced() throws {
        var stage = Stage.inProgramme()
        stage.mark(5000..<7000, 1, 2) { $0.missedCount = 1 }
        stage.load(1, 2)
        stage.switchable(100)
        stage.mark(20_000..<30_000, 3, number: 2)
        stage.load(3)
        stage.send(.breakMoved(BreakWindow.marked(1, 6000..<7500)))
        stage.switchable(200)
        stage.hear(6001)
        stage.send(.breakMoved(BreakWindow.marked(1, 6000..<7400)))
        stage.switchable(6100)
        stage.hear(7401)
        stage.send(.breakOver(number: 1, .whole))
        stage.send(.breakOver(number: 2, .cancelled))
        stage.switchable(7500)
        stage.hear(30_000)
        let kept = try KeptText("marked", recording: stage.transcript)
        #expect(FirstDifference(stage.transcript, from: kept.lines) == nil)
    }

    @Test("that are inserted: the programme is held for as long as they last")
    func inserted() throws {
        var stage = Stage.inProgramme()
        stage.mark(5000..<7000, 1, 2, joint: .inserted)
        stage.load(1)
        stage.switchable(100)
        stage.hear(5001)
        stage.load(2, frameCount: 1500)
        stage.switchable(5100)
        stage.hear(6001)
        stage.hear(7001)
        stage.send(.breakOver(number: 1, .whole))
        stage.hear(8000)
        let kept = try KeptText("inserted", recording: stage.transcript)
        #expect(FirstDifference(stage.transcript, from: kept.lines) == nil)
    }

    @Test(
        "begin at their frame, or at once if the programme has passed it, and end at theirs",
        arguments: [
            (0, "1@5000..<6000 2@6000..<7000"), (5000, "1@5000..<6000 2@6000..<7000"),
            (5001, "1@5001..<6001 2@6001..<7000"), (5999, "1@5999..<6999 2@6999..<7000"),
            (6000, "1@6000..<7000"), (6999, "1@6999..<7000"), (7000, ""),
        ] as [(Int64, String)])
    func placed(frame: Int64, text: String) {
        var stage = Stage.inProgramme()
        stage.mark(5000..<7000, 1, 2)
        stage.load(1, 2)
        stage.switchable(frame)
        #expect(stage.placed == text)
        let failed = stage.effects.logged.count { $0.hasPrefix("slot.failed") }
        #expect(failed == (frame < 6000 ? 0 : frame < 7000 ? 1 : 2))
    }

    @Test(
        "do what the stream does in breaks, but hold no programme that they replace",
        arguments: [
            (.replaced, .mute, .mute, false), (.replaced, .duck, .duck, false),
            (.replaced, .hold, .mute, false), (.inserted, .mute, .hold, true),
            (.inserted, .hold, .hold, true), (.pushed, .duck, .duck, false),
            (.pushed, .hold, .hold, false),
        ] as [(BreakWindow.Joint, BreakPolicy, BreakPolicy, Bool)])
    func policy(
        joint: BreakWindow.Joint, configured: BreakPolicy, policy: BreakPolicy, isInserted: Bool
    ) {
        var stage = Stage.inProgramme(.init(policy: configured))
        stage.mark(5000..<9000, 1, 2, joint: joint)
        stage.load(1, 2)
        stage.switchable(0)
        #expect(stage.layout?.policy == policy)
        #expect(stage.layout?.isInserted == isInserted)
        #expect(stage.placed == "1@5000..<6000 2@6000..<7000")
    }

    @Test(
        "do to the stream what they did when the sink began them, even if they become other ones",
        arguments: [(5000, .mute), (5001, .hold), (6000, .hold), (6001, .mute)]
            as [(Int64, BreakPolicy)])
    func begunPolicy(frame: Int64, policy: BreakPolicy) {
        var stage = Stage.inProgramme(.init(policy: .mute))
        stage.mark(5000..<9000, 1, joint: .inserted)
        stage.load(1)
        stage.switchable(0)
        #expect(stage.layout?.policy == .hold)
        stage.send(
            .breakMoved(BreakWindow(number: 1, begin: FrameTime(5000), end: FrameTime(9000))))
        stage.switchable(frame)
        #expect(stage.layout?.policy == policy)
        #expect(stage.layout?.isInserted == (policy == .hold))
    }

    @Test("that a hold delays come later by as long as the programme is held before them")
    func behindHold() {
        var stage = Stage.inProgramme(.init(policy: .hold))
        stage.push(1)
        stage.mark(5000..<7000, 2)
        stage.load(1, 2)
        stage.switchable(100)
        #expect(stage.layout?.policy == .hold)
        #expect(stage.layout?.breakRange == FrameRange(FrameTime(100), FrameTime(1100)))
        #expect(stage.placed == "1@100..<1100 2@6000..<7000")
        stage.hear(200)
        stage.mark(7000..<9000, 3, number: 2)
        stage.load(3)
        stage.switchable(300)
        #expect(stage.placed == "1@100..<1100 2@6000..<7000 3@9000..<10000")
    }

    @Test("are not placed while no programme is there or it stands before them")
    func standing() {
        for (programme, placed) in [
            (.none, nil), (.standing(at: 4999), nil), (.standing(at: 5000), "1@10..<1010"),
        ] as [(Programme, String?)] {
            var stage = Stage()
            stage.programme = programme
            stage.mark(5000..<7000, 1)
            stage.load(1)
            #expect(stage.isAsked == (placed != nil))
            stage.switchable(10)
            #expect(stage.placed == (placed ?? ""))
        }
    }

    @Test("that the listener has passed are too late by more than a second for a push only")
    func passed() {
        for (frame, joint, placed, reason) in [
            (53_000, .pushed, "1@53000..<54000", nil),
            (53_001, .pushed, "", "slot.notUsed 53001"),
            (53_001, .replaced, "1@53001..<54001", nil),
            (99_999, .replaced, "1@99999..<100000", nil),
            (53_001, .inserted, "1@53001..<54001", nil),
        ] as [(Int64, BreakWindow.Joint, String, String?)] {
            var stage = Stage.inProgramme()
            stage.mark(5000..<100_000, 1, joint: joint)
            stage.load(1)
            let answer = stage.switchable(frame)
            #expect(stage.placed == placed)
            #expect(answer.logged.first == reason)
            let texts = answer.map(\.text)
            #expect((reason != nil) == texts.contains("log \(frame) slot.notUsed slot 1 passed"))
        }
    }

    @Test("that began are not passed by the rest of their push")
    func begunPush() {
        var stage = Stage.inProgramme()
        stage.mark(5000..<6000, 1, 2, joint: .pushed)
        stage.load(1, frameCount: 60_000)
        stage.switchable(0)
        stage.hear(60_000)
        stage.load(2)
        stage.switchable(60_500)
        #expect(stage.placed == "1@5000..<65000 2@65000..<66000")
    }

    @Test("wait for their frame of the programme, and can be left and paused before it")
    func waits() {
        var stage = Stage.inProgramme()
        stage.mark(50_000..<90_000, 1, 2) { $0.skipping = .forbidden }
        stage.load(1)
        #expect(stage.manager.waitsForProgramme)
        #expect(!stage.manager.canSkip(in: stage.layout))
        #expect(stage.send(.skip) == [.refuse(.nothingToSkip)])
        #expect(stage.send(.skipBreak) == [.refuse(.nothingToSkip)])
        #expect(stage.send(.pauseRequested) == [.pauseAllowed])
        stage.resume()
        stage.switchable(100)
        #expect(!stage.manager.holdsFocus(in: stage.context))
        stage.hear(45_199)
        #expect(!stage.manager.holdsFocus(in: stage.context))
        #expect(!stage.manager.forbidsLeaving)
        // A tenth of a second before it.
        stage.hear(45_200)
        #expect(stage.manager.holdsFocus(in: stage.context))
        #expect(stage.manager.waitsForProgramme)
        #expect(stage.send(.pauseRequested) == [.refuse(.pauseDuringAdvertisement)])
        stage.hear(50_000)
        #expect(!stage.manager.forbidsLeaving)
        stage.hear(50_001)
        #expect(stage.manager.forbidsLeaving)
        #expect(!stage.manager.waitsForProgramme)
        #expect(stage.send(.skip) == [.refuse(.skippingForbidden)])
        #expect(stage.send(.skipBreak) == [.refuse(.skippingForbidden)])
        #expect(!stage.manager.canSkip(in: stage.layout))
    }

    @Test("that allow it are skipped once they are heard, and do not forbid to leave")
    func skips() {
        var stage = Stage.inProgramme()
        stage.mark(5000..<9000, 1, 2)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(5001)
        #expect(!stage.manager.forbidsLeaving)
        #expect(stage.manager.canSkip(in: stage.layout))
        #expect(stage.send(.skip) == [])
        stage.switchable(5100)
        #expect(stage.placed == "2@5100..<6100")
        #expect(stage.send(.skipBreak) == [])
        stage.switchable(5200)
        stage.hear(5201)
        #expect(stage.manager.phase == .idle)
    }

    @Test("wait no longer once a push has its turn")
    func push() {
        for pushCount in 0...1 {
            var stage = Stage.inProgramme()
            stage.mark(50_000..<90_000, 1, 2, 3, 4)
            if pushCount == 1 { stage.push(5) }
            #expect(stage.manager.waitsForProgramme == (pushCount == 0))
        }
        var stage = Stage.inProgramme()
        #expect(!stage.manager.waitsForProgramme)
        stage.push(1)
        #expect(!stage.manager.waitsForProgramme)
    }

    @Test("are awaited at their frames as long as they have ads")
    func awaits() {
        var stage = Stage.inProgramme()
        stage.mark(5000..<9000, 1, 2, 3, 4, 5)
        stage.mark(20_000..<30_000, 6, number: 2)
        #expect(!stage.manager.awaits(before: FrameTime(4999)))
        #expect(stage.manager.awaits(before: FrameTime(5000)))
        stage.send(.breakOver(number: 1, .whole))
        #expect(!stage.manager.awaits(before: FrameTime(19_999)))
        #expect(stage.manager.awaits(before: FrameTime(20_000)))
        stage.send(.ignoreSpot(id: 6))
        #expect(!stage.manager.awaits(before: FrameTime(20_000)))
    }

    @Test("that hold the programme begin where their first ad has begun, also for later ads")
    func insertionStart() {
        var stage = Stage.inProgramme()
        stage.mark(5000..<7000, 1, 2, joint: .inserted)
        stage.load(1)
        stage.switchable(0)
        stage.hear(6000)
        #expect(stage.manager.phase == .betweenAds)
        stage.load(2)
        stage.switchable(6500)
        // Of its two thousand frames, a thousand and a half have passed.
        #expect(stage.placed == "2@6500..<7000")
    }

    @Test("that are closed by an interactive ad are laid out afterwards")
    func suspended() {
        var stage = Stage.inProgramme()
        stage.mark(5000..<9000, 1, 2)
        stage.load(1)
        stage.switchable(0)
        stage.send(.suspendSpots)
        stage.load(2)
        #expect(!stage.isAsked)
        stage.switchable(10)
        #expect(stage.placed == "1@5000..<6000")
        stage.send(.resumeSpots)
        #expect(stage.isAsked)
        stage.switchable(20)
        #expect(stage.placed == "1@5000..<6000 2@6000..<7000")
        #expect(stage.send(.creditSpots) == [])
        stage.mark(5000..<9000, 3)
        let answer = stage.send(.creditSpots).map(\.text)
        #expect(answer.filter { $0.hasPrefix("log") } == ["log 20 slot.notUsed slot 3 credited"])
    }

    @Test("can be read back from their recording, also from one of an earlier version")
    func recorded() throws {
        var window = BreakWindow.marked(3, 5000..<9000, .pushed)
        window.skipping = .forbidden
        window.earlyEnd = .fade
        window.missedCount = 2
        window.hasBumpers = false
        let data = try JSONEncoder().encode(window)
        #expect(try JSONDecoder().decode(BreakWindow.self, from: data) == window)
        let earlier = Data(#"{"number": 3, "begin": 5000, "end": 9000}"#.utf8)
        #expect(
            try JSONDecoder().decode(BreakWindow.self, from: earlier)
                == BreakWindow.marked(3, 5000..<9000)
        )
        let reversed = BreakWindow(number: 3, begin: FrameTime(5000), end: FrameTime(4000))
        #expect(reversed.end == FrameTime(5000))
    }

    @Test("have passed a listener who is more than a second behind their start")
    func isPassed() {
        let window = BreakWindow.marked(1, 5000..<9000)
        #expect(!window.isPassed(at: FrameTime(53_000)))
        #expect(window.isPassed(at: FrameTime(53_001)))
    }
}

extension Stage {
    /// A stage with a programme whose frame 0 is heard at output frame 0.
    static func inProgramme(_ configuration: AdPlayManager.Configuration = .init()) -> Stage {
        var stage = Stage(configuration)
        stage.programme = .running
        return stage
    }
}

extension BreakWindow {
    /// The place of a break at frames `range` of the programme.
    static func marked(
        _ number: Int, _ range: Range<Int64>, _ joint: Joint = .replaced
    ) -> BreakWindow {
        BreakWindow(
            number: number, begin: FrameTime(range.lowerBound), end: FrameTime(range.upperBound),
            joint)
    }
}
