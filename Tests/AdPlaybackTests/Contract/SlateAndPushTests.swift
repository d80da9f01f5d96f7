import AdPlayback
import MediaTime
import Testing

/// Breaks of 300 000 frames, whose spots have 1000 frames, and a slate a second.
@Suite("A21, E15: a slate, and a push for a place in the stream")
struct SlateAndPushTests {
    private let range: Range<Int64> = 5000..<305_000

    private func stage(
        _ change: (inout AdPlayManager.Configuration) -> Void = { _ in }
    ) -> Stage {
        var configuration = AdPlayManager.Configuration()
        configuration.slate = .sample(7)
        change(&configuration)
        var stage = Stage(configuration)
        stage.programme = .running
        return stage
    }

    /// A break that is all slate, in slot 1.
    private func slated() -> Stage {
        var stage = stage()
        stage.mark(range) { $0.hasSlate = true }
        stage.loadSlate(1)
        stage.switchable(0)
        return stage
    }

    /// A break with the ad of slot 1, the slate of slot 2, and for a frame in it the push of slot 3.
    private func stage(pushedAt frame: Int64) -> Stage {
        var stage = stage()
        stage.mark(range, 1) { $0.hasSlate = true }
        stage.pushByItself(5, at: frame)
        stage.load(1)
        stage.loadSlate(2)
        stage.load(3)
        return stage
    }

    @Test("is heard behind the push and the ads of the break, once and to its end")
    func behindBoth() {
        var stage = stage()
        stage.pushPart(5, range)
        stage.mark(range, 6) { $0.hasSlate = true }
        stage.load(1, 2)
        stage.loadSlate(3)
        stage.switchable(0)
        #expect(stage.placed == "1@5000..<6000 2@6000..<7000 3@7000..<305000")
        stage.hear(305_001)
        #expect(stage.effects.loads == [1, 2, 3])
        #expect(stage.count(of: "break.announced") == 1)
        #expect(stage.count(of: "break.ended") == 1)
        #expect(stage.manager.phase == .idle)
    }

    @Test("is heard behind a push that is all the break has, and is that of the break")
    func behindPush() {
        var stage = stage()
        stage.pushPart(5, range)
        #expect(stage.effects.loads == [1])
        stage.mark(range) { $0.hasSlate = true }
        stage.load(1)
        stage.loadSlate(2)
        stage.switchable(0)
        #expect(stage.placed == "1@5000..<6000 2@6000..<305000")
        #expect(stage.effects.loads == [1, 2])
    }

    @Test("that waits lets a push that becomes a part of its break go first")
    func waits() {
        var stage = slated()
        stage.pushPart(5, range)
        #expect(!stage.isAsked)
        stage.load(2)
        #expect(stage.isAsked)
        stage.switchable(10)
        #expect(stage.placed == "2@5000..<6000 1@6000..<305000")
    }

    @Test("is cut by a push that becomes a part of its break, and another one follows it")
    func interrupted() {
        var stage = slated()
        stage.hear(100_000)
        stage.pushPart(5, range)
        stage.load(2)
        #expect(stage.isAsked)
        #expect(stage.switchable(110_000).loads == [3])
        #expect(stage.placed == "2@110000..<111000")
        stage.loadSlate(3)
        stage.switchable(110_500)
        #expect(stage.placed == "2@110000..<111000 3@111000..<305000")
        stage.hear(305_001)
        #expect(stage.count(of: "break.ended") == 1)
        #expect(stage.manager.phase == .idle)
    }

    @Test("goes with a break that a marker takes back, and the push takes place by itself")
    func cancelled() {
        var stage = slated()
        stage.pushPart(5, range)
        stage.load(2)
        stage.switchable(10)
        stage.send(.breakOver(number: 1, .cancelled))
        stage.send(
            .breakMoved(
                BreakWindow(number: -1, begin: FrameTime(5500), end: .distantFuture, .pushed)))
        stage.switchable(20)
        #expect(stage.placed == "2@5500..<6500")
        stage.hear(6501)
        #expect(stage.count(of: "break.ended") == 1)
        #expect(stage.manager.phase == .idle)
    }

    @Test("ends with the push at a marker that ends the break, which is said once")
    func early() {
        var stage = slated()
        stage.pushPart(5, range)
        stage.load(2)
        stage.switchable(10)
        stage.hear(5500)
        stage.send(.breakOver(number: -1, .early))
        stage.send(.breakOver(number: 1, .early))
        stage.switchable(5510)
        stage.hear(5511)
        #expect(stage.effects.count { $0.text.contains("break.endedEarly") } == 1)
        #expect(stage.count(of: "break.ended") == 1)
        #expect(stage.manager.phase == .idle)
    }

    @Test("lasts with the push to the end that a marker has moved")
    func moved() {
        var stage = slated()
        stage.pushPart(5, range)
        stage.load(2)
        stage.switchable(10)
        var window = BreakWindow(number: 1, begin: FrameTime(8000), end: FrameTime(400_000))
        window.hasSlate = true
        stage.send(.breakMoved(window))
        (window.number, window.partOf, window.hasSlate) = (-1, 1, false)
        stage.send(.breakMoved(window))
        stage.switchable(20)
        #expect(stage.placed == "2@8000..<9000 1@9000..<400000")
    }

    @Test("lets a push be heard at a place of its own, and goes on after it")
    func ownPlace() {
        var stage = stage(pushedAt: 200_000)
        #expect(stage.switchable(0).loads == [4])
        #expect(stage.placed == "1@5000..<6000 2@6000..<200000 3@200000..<201000")
        stage.loadSlate(4)
        stage.switchable(10)
        #expect(
            stage.placed == "1@5000..<6000 2@6000..<200000 3@200000..<201000 4@201000..<305000")
        for frame in [100_000, 200_500, 305_001] as [Int64] { stage.hear(frame) }
        #expect(stage.effects.reports == ["1 FINISHED", "3 FINISHED"])
        #expect(stage.manager.phase == .idle)
    }

    @Test("lets a push that arrives while it is heard be heard at a place of its own")
    func arrives() {
        var stage = stage()
        stage.mark(range) { $0.hasSlate = true }
        stage.loadSlate(1)
        stage.switchable(0)
        stage.hear(100_000)
        stage.pushByItself(5, at: 200_000)
        #expect(!stage.isAsked)
        stage.load(2)
        #expect(stage.switchable(110_000).loads == [3])
        #expect(stage.placed == "1@5000..<200000 2@200000..<201000")
        stage.loadSlate(3)
        stage.switchable(110_010)
        #expect(stage.placed == "1@5000..<200000 2@200000..<201000 3@201000..<305000")
    }

    @Test(
        "waits for a push whose place the ads of the break have covered", arguments: [5500, 29_999])
    func covered(frame: Int64) {
        var stage = stage(pushedAt: frame)
        #expect(stage.switchable(0).loads == [])
        let start = max(frame, 6000)
        #expect(
            stage.placed
                == "1@5000..<6000 3@\(start)..<\(start + 1000) 2@\(start + 1000)..<305000")
    }

    @Test("of a push or an endless break is none")
    func endless() {
        var stage = stage()
        stage.mark(5000..<Int64.max, 5, number: -1, joint: .pushed) { $0.hasSlate = true }
        stage.mark(5000..<Int64.max, 6, number: -2) { window in
            window.hasSlate = true
            window.partOf = 1
        }
        #expect(stage.effects.loads == [1, 2])
    }

    @Test("goes with the ads that a credit drops, and the programme is heard")
    func credited() {
        var stage = stage()
        stage.mark(range, 1) { $0.hasSlate = true }
        stage.loadSlate(2)
        stage.send(.creditSpots)
        #expect(stage.effects.contains { $0.text == "log 0 slot.notUsed slot 2 (slate) credited" })
        #expect(stage.manager.phase == .idle)
    }

    @Test("E8: a push crossfades with the ads of the break of which it is a part")
    func crossfade() {
        var stage = stage { $0.crossfadeFrameCount = 200 }
        stage.pushPart(5, range)
        stage.mark(range, 6)
        stage.load(1, 2)
        stage.switchable(0)
        #expect(stage.placed == "1@5000..<6000 2@5800..<6800")
    }

    @Test("E14: a push leaves the end of its break to the closing bumper")
    func closing() {
        var stage = stage { $0.bumpers.closing = .sample(9) }
        stage.pushPart(5, 5000..<10_000)
        stage.mark(5000..<10_000, 6)
        stage.load(1, frameCount: 8000)
        stage.load(2, frameCount: 100)
        stage.load(3)
        stage.switchable(0)
        #expect(stage.placed == "1@5000..<9900 2@9900..<10000")
    }
}

extension Stage {
    fileprivate mutating func loadSlate(_ slot: UInt64) { load(slot, frameCount: 48_000) }

    /// A push at the place of break 1.
    fileprivate mutating func pushPart(_ id: Int, _ range: Range<Int64>) {
        mark(range, id, number: -1) { $0.partOf = 1 }
    }

    /// A push for `frame` of the programme that is a part of no break.
    fileprivate mutating func pushByItself(_ id: Int, at frame: Int64) {
        mark(frame..<Int64.max, id, number: -1, joint: .pushed)
    }

    /// How often the log has an event with this name.
    fileprivate func count(of name: String) -> Int {
        effects.logged.count { $0.hasPrefix(name + " ") }
    }
}
