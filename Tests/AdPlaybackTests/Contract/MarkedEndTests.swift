import AdPlayback
import Advertising
import MediaTime
import Testing

/// Marked breaks that end, move or change.
@Suite("The end of a marked break")
struct MarkedEndTests {
    @Test(
        "end in their last ad as their policy says",
        arguments: [
            (nil, 30_000, "1@5000..<30000"), (.cut, 30_000, "1@5000..<30000"),
            (.finish, 30_000, "1@5000..<101000"),
            (.fade, 30_000, "1@5000..<30000 fading from 6000"),
            (.fade, 29_000, "1@5000..<29000 fading from 5000"),
            // There is no room for the whole fade.
            (.fade, 28_999, "1@5000..<28999"), (.fade, 101_000, "1@5000..<101000"),
            (.fade, 100_999, "1@5000..<100999 fading from 76999"),
        ] as [(BreakEndPolicy?, Int64, String)])
    func earlyEnd(policy: BreakEndPolicy?, end: Int64, placed: String) {
        var stage = Stage.inProgramme()
        stage.mark(5000..<end, 1) { $0.earlyEnd = policy }
        stage.load(1, frameCount: 96_000)
        stage.switchable(0)
        #expect(stage.placed == placed)
    }

    @Test(
        "that a marker moves while they are heard end where it says, or as soon as that can be",
        arguments: [
            (nil, 40_000, "1@5000..<40000"), (nil, 9_000, "1@5000..<10000"),
            (nil, 200_000, "1@5000..<101000"),
            (.finish, 9_000, "1@5000..<101000"), (.cut, 9_000, "1@5000..<10000"),
            (.fade, 40_000, "1@5000..<40000 fading from 16000"),
            (.fade, 9_000, "1@5000..<34000 fading from 10000"),
            (.fade, 100_000, "1@5000..<100000 fading from 76000"),
            (.fade, 200_000, "1@5000..<101000"),
        ] as [(BreakEndPolicy?, Int64, String)])
    func movedEnd(policy: BreakEndPolicy?, end: Int64, placed: String) {
        for joint in [.replaced, .inserted] as [BreakWindow.Joint] {
            var stage = Stage.inProgramme()
            stage.mark(5000..<90_000, 1, joint: joint) { $0.earlyEnd = policy }
            stage.load(1, frameCount: 96_000)
            stage.switchable(0)
            stage.hear(9_500)
            var window = BreakWindow.marked(1, 5000..<end, joint)
            window.earlyEnd = policy
            #expect(stage.send(.breakMoved(window)).logged == ["break.changed 9500"])
            stage.switchable(10_000)
            #expect(stage.layout?.spots.first?.text == placed, "\(joint)")
        }
    }

    @Test("that fade keep a fade that has begun, unless they last longer again")
    func fadeGoesOn() {
        var stage = Stage.inProgramme()
        stage.mark(5000..<40_000, 1) { $0.earlyEnd = .fade }
        stage.load(1, frameCount: 96_000)
        stage.switchable(0)
        #expect(stage.placed == "1@5000..<40000 fading from 16000")
        var longer = stage
        var window = BreakWindow.marked(1, 5000..<30_000)
        window.earlyEnd = .fade
        stage.hear(20_000)
        stage.send(.breakMoved(window))
        stage.switchable(21_000)
        #expect(stage.placed == "1@5000..<40000 fading from 16000")
        var skipped = stage
        skipped.send(.skip)
        skipped.switchable(21_500)
        #expect(skipped.layout?.spots.first?.text == "1@5000..<21500")
        window.end = FrameTime(200_000)
        stage.send(.breakMoved(window))
        stage.switchable(22_000)
        #expect(stage.placed == "1@5000..<101000")
        // None of the fade was heard yet.
        window.end = FrameTime(50_000)
        longer.hear(15_000)
        longer.send(.breakMoved(window))
        longer.switchable(16_000)
        #expect(longer.placed == "1@5000..<50000 fading from 26000")
    }

    @Test(
        "that are over early end the ad that is heard as their policy says",
        arguments: [
            (.early, nil, "1@5000..<6000", "slot.skipped 6000"),
            (.early, .cut, "1@5000..<6000", "slot.skipped 6000"),
            (.early, .finish, "1@5000..<101000", "slot.completed 101000"),
            (.early, .fade, "1@5000..<30000 fading from 6000", "slot.skipped 30000"),
            (.cancelled, .finish, "1@5000..<6000", "slot.skipped 6000"),
            (.cancelled, .fade, "1@5000..<6000", "slot.skipped 6000"),
            (.whole, .cut, "1@5000..<6000", "slot.skipped 6000"),
        ] as [(BreakWindow.Ending, BreakEndPolicy?, String, String)])
    func over(
        ending: BreakWindow.Ending, policy: BreakEndPolicy?, placed: String, end: String
    ) {
        var stage = Stage.inProgramme()
        stage.mark(5000..<200_000, 1, 2, 3, 4, 5) { $0.earlyEnd = policy }
        stage.load(1, frameCount: 96_000)
        stage.load(2)
        stage.switchable(0)
        stage.hear(5500)
        let answer = stage.send(.breakOver(number: 1, ending))
        #expect(answer.logged.contains("break.endedEarly 5500") == (ending == .early))
        let name = ending == .cancelled ? "slot.notUsed 5500" : "slot.failed 5500"
        #expect(answer.logged.filter { $0 == name }.count == 3)
        #expect(stage.isAsked)
        let layout = stage.switchable(6000)
        // Unlike those that wait, the second one was laid out.
        let second = ending == .cancelled ? "slot.notUsed 6000" : "slot.failed 6000"
        #expect(layout.logged == [second])
        #expect(stage.layout?.spots.first?.text == placed)
        #expect(!stage.isAsked)
        stage.hear(300_000)
        #expect(stage.effects.logged.contains(end))
        #expect(stage.manager.phase == .idle)
        #expect(stage.manager.marked.windows == [])
    }

    @Test(
        "that are over end an ad too that an app has dropped, if the sink has begun it",
        arguments: [BreakWindow.Ending.whole, .early, .cancelled])
    func ignoredAndOver(ending: BreakWindow.Ending) {
        var stage = Stage.inProgramme()
        stage.mark(5000..<200_000, 1, 2)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(5500)
        stage.send(.ignoreReceivedAdvertisements)
        stage.send(.breakOver(number: 1, ending))
        var early = stage
        // The one that it has not begun is dropped, and has not failed.
        #expect(early.switchable(5600).logged == ["slot.notUsed 5600"])
        stage.switchable(6500)
        #expect(stage.layout?.spots.last?.text == "2@6000..<6500")
        stage.hear(6501)
        #expect(stage.effects.logged.contains("slot.skipped 6500"))
        #expect(stage.manager.phase == .idle)
    }

    @Test("whose programme another one follows are over but for the ad that is heard")
    func programmeLeft() {
        var stage = Stage.inProgramme()
        stage.mark(5000..<40_000, 1, 2)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(5500)
        stage.mark(50_000..<90_000, 3, 4, 5, number: 2)
        let answer = stage.send(.programmeLeft)
        #expect(answer.logged == Array(repeating: "slot.notUsed 5500", count: 3))
        #expect(stage.manager.marked.windows == [])
        #expect(stage.isAsked)
        #expect(stage.switchable(5600).logged == ["slot.notUsed 5600"])
        #expect(stage.placed == "1@5000..<6000")
        // The programme that follows numbers its breaks from 1 on, too.
        stage.mark(80_000..<90_000, 6)
        stage.hear(6000)
        #expect(stage.effects.reports == ["1 FINISHED"])
        #expect(stage.effects.loads.last == 6)
    }

    @Test("that are over leave what was heard of them alone")
    func overAfterIt() {
        var stage = Stage.inProgramme()
        stage.mark(5000..<9000, 1, 2)
        stage.load(1)
        stage.switchable(0)
        stage.hear(6000)
        #expect(stage.send(.breakOver(number: 7, .early)) == [])
        let answer = stage.send(.breakOver(number: 1, .early)).map(\.text)
        #expect(
            answer.filter { $0.hasPrefix("log") } == [
                "log 6000 break.endedEarly", "log 6000 slot.failed slot 2 206 breakShortened",
                "log 6000 break.ended played 1 skipped 0 failed 1 notUsed 0",
            ])
        #expect(stage.send(.breakOver(number: 1, .early)) == [])
    }

    @Test("that are marked again after their end have all their length")
    func markedAgain() {
        var stage = Stage.inProgramme()
        // The first one has held the programme for 1500 frames.
        for (token, begin, output) in [(1, 5000, 5000), (2, 20_000, 21_500)]
            as [(UInt64, Int64, Int64)]
        {
            stage.mark(begin..<begin + 2000, 1, joint: .inserted)
            stage.load(token, frameCount: 1500)
            stage.switchable(begin)
            #expect(stage.placed == "\(token)@\(output)..<\(output + 1500)")
            stage.hear(output + 1500)
            stage.send(.breakOver(number: 1, .whole))
        }
        #expect(stage.effects.reports == ["1 FINISHED", "2 FINISHED"])
    }

    @Test("that are marked are forgotten with their stream")
    func stopped() {
        var stage = Stage.inProgramme()
        stage.mark(5000..<9000, 1)
        stage.send(.stop(.streamChanged))
        #expect(stage.manager.marked.windows == [])
    }

    @Test("of which another is heard are over without a word of that")
    func otherOver() {
        var stage = Stage.inProgramme()
        stage.mark(5000..<9000, 1)
        stage.mark(20_000..<30_000, 2, number: 2)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(5001)
        let moved = BreakWindow.marked(2, 25_000..<30_000)
        #expect(stage.send(.breakMoved(moved)) == [])
        #expect(stage.send(.breakMoved(moved)) == [])
        #expect(stage.send(.breakMoved(BreakWindow.marked(3, 5000..<6000))) == [])
        #expect(stage.send(.breakOver(number: 2, .early)) == [])
        stage.switchable(5002)
        #expect(stage.placed == "1@5000..<6000")
    }

    @Test("may become insertions until they begin")
    func jointMoved() {
        var stage = Stage.inProgramme()
        stage.mark(5000..<9000, 1, 2)
        stage.load(1)
        stage.send(.breakMoved(BreakWindow.marked(1, 5000..<9000, .inserted)))
        #expect(stage.manager.openBreak?.joint == .inserted)
        stage.switchable(0)
        #expect(stage.layout?.policy == .hold)
        stage.hear(5001)
        stage.send(.breakMoved(BreakWindow.marked(1, 5000..<9000, .replaced)))
        #expect(stage.manager.openBreak?.joint == .inserted)
    }

    @Test("without ads are none, and a second answer for one extends it")
    func extended() {
        var stage = Stage.inProgramme()
        #expect(stage.mark(5000..<9000) == [])
        stage.mark(5000..<9000, 1)
        let answer = stage.mark(5000..<8000, 2)
        #expect(answer.map(\.text).first == "log 0 break.extended 1")
        #expect(answer.contains(.availableToObservers))
        #expect(stage.manager.marked.windows == [BreakWindow.marked(1, 5000..<8000)])
    }
}
