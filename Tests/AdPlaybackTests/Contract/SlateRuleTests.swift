import AdPlayback
import Advertising
import MediaTime
import Testing

/// The slate of a break: one turn of it has a second, and ads have 1000 frames.
@Suite("E15: the slate")
struct SlateRuleTests {
    /// The break of most tests: 300 000 frames.
    private let range: Range<Int64> = 5000..<305_000

    private func stage(
        _ configuration: AdPlayManager.Configuration = .init()
    ) -> Stage {
        var configuration = configuration
        configuration.slate = .sample(7)
        var stage = Stage(configuration)
        stage.programme = .running
        return stage
    }

    /// A break with the ad of slot 1, and the slate in slot 2.
    private func stageWithAd(
        _ range: Range<Int64>? = nil, change: (inout BreakWindow) -> Void = { _ in }
    ) -> Stage {
        var stage = stage()
        stage.mark(range ?? self.range, 1) { window in
            window.hasSlate = true
            change(&window)
        }
        stage.load(1)
        stage.loadSlate(2)
        stage.switchable(0)
        return stage
    }

    @Test("is heard from the last ad of an underfilled break to the end of the break")
    func underfilled() {
        var stage = stageWithAd()
        #expect(stage.placed == "1@5000..<6000 2@6000..<305000")
        #expect(stage.layout?.spots.map(\.turnFrameCount) == [nil, 48_000])
        #expect(stage.layout?.breakRange == FrameRange(FrameTime(5000), FrameTime(305_000)))
        for frame in [6001, 305_000, 305_001] as [Int64] { stage.hear(frame) }
        #expect(
            stage.effects.slateEvents
                == [
                    "log 0 slot.loading slot 2 (slate)",
                    "log 0 slot.loaded slot 2 (slate)", "log 6000 slot.started slot 2 (slate)",
                    "log 305000 slot.completed slot 2 (slate)",
                ])
        #expect(stage.effects.lastLog == "break.ended played 1 skipped 0 failed 0 notUsed 0")
        #expect(stage.effects.reports == ["1 FINISHED"])
        #expect(stage.effects.banners == [1, nil])
        #expect(stage.manager.phase == .idle)
    }

    @Test("is all that is heard of a break without ads, and is none itself")
    func alone() {
        var stage = stage(.withBumpers)
        stage.mark(range) { $0.hasSlate = true }
        #expect(stage.effects.loads == [1])
        stage.loadSlate(1)
        #expect(stage.isAsked)
        stage.switchable(0)
        #expect(stage.placed == "1@5000..<305000")
        stage.hear(5001)
        #expect(stage.manager.phase == .playing(PlayToken(1)))
        stage.hear(305_001)
        let names = stage.effects.logged.filter { $0.hasPrefix("break") }
        #expect(
            names == [
                "break.announced 0", "break.resolving 0", "break.ready 0", "break.started 5000",
                "break.ended 305000",
            ])
        #expect(stage.effects.lastLog == "break.ended played 0 skipped 0 failed 0 notUsed 0")
        #expect(stage.effects.reports == [] && stage.effects.banners == [])
        #expect(!stage.effects.contains(.availableToObservers))
    }

    @Test("is for breaks that have one, in sessions that have one")
    func without() {
        var stage = stage()
        stage.mark(range)
        stage.push(1)
        #expect(stage.effects.loads == [1])
        var other = Stage()
        other.mark(range) { $0.hasSlate = true }
        #expect(other.effects == [])
        other.mark(range, 1) { $0.hasSlate = true }
        #expect(other.effects.loads == [1])
    }

    @Test(
        "is not heard for less than half a second",
        arguments: [
            (29_999, "1@5000..<6000"), (30_000, "1@5000..<6000 2@6000..<30000"),
        ] as [(Int64, String)])
    func short(end: Int64, placed: String) {
        let stage = stageWithAd(5000..<end)
        #expect(stage.placed == placed)
        let over = stage.effects.slateEvents.last
        #expect((over == "log 0 slot.notUsed slot 2 (slate) withoutAds") == (end < 30_000))
    }

    @Test("waits for the ads of its break, and is heard once none of them can be")
    func waits() {
        var stage = stage()
        stage.mark(range, 1, 2) { $0.hasSlate = true }
        stage.loadSlate(3)
        #expect(!stage.isAsked)
        stage.load(1)
        stage.switchable(0)
        #expect(stage.placed == "1@5000..<6000")
        stage.fail(2)
        #expect(stage.isAsked)
        stage.switchable(10)
        #expect(stage.placed == "1@5000..<6000 3@6000..<305000")
    }

    @Test("is cut by an ad that joins the break, and another one is heard after that")
    func interrupted() {
        var stage = stageWithAd()
        stage.hear(100_000)
        #expect(stage.push(2).loads == [3])
        #expect(!stage.isAsked)
        stage.load(3)
        #expect(stage.isAsked)
        #expect(stage.switchable(110_000).loads == [4])
        #expect(stage.placed == "3@110000..<111000")
        stage.loadSlate(4)
        #expect(stage.isAsked)
        stage.switchable(110_500)
        #expect(stage.placed == "3@110000..<111000 4@111000..<305000")
        stage.hear(305_001)
        #expect(
            stage.effects.slateEvents.filter { $0.contains("slot.completed") } == [
                "log 110000 slot.completed slot 2 (slate)",
                "log 305000 slot.completed slot 4 (slate)",
            ])
        #expect(stage.effects.lastLog == "break.ended played 2 skipped 0 failed 0 notUsed 0")
    }

    @Test("is followed by one more, not two, where the sink refuses the layout that cuts it")
    func refused() {
        var stage = stageWithAd()
        stage.hear(100_000)
        stage.push(2)
        stage.load(3)
        stage.switchable(110_000)
        stage.loadSlate(4)
        stage.refuse(from: 120_000)
        #expect(stage.placed == "3@120000..<121000 4@121000..<305000")
        #expect(stage.effects.loads == [1, 2, 3, 4])
    }

    @Test("ends with the break that a listener skips, and does not come back for more spots")
    func skipped() {
        var stage = stageWithAd()
        stage.hear(100_000)
        #expect(stage.send(.skipBreak) == [])
        stage.switchable(100_010)
        stage.hear(100_011)
        #expect(
            stage.effects.slateEvents.last == "log 100010 slot.skipped slot 2 (slate) listener")
        #expect(stage.manager.phase == .idle)
        #expect(stage.mark(range, 2, change: { $0.hasSlate = true }).loads == [3])
    }

    @Test("that waits behind an ad is dropped with the slate before the ad that a listener skips")
    func skippedBeforeAd() {
        var loading = stageWithAd()
        loading.hear(100_000)
        loading.push(2)
        loading.load(3)
        #expect(loading.switchable(110_000).loads == [4])
        var laidOut = loading
        #expect(
            loading.send(.skip).slateEvents == ["log 110000 slot.notUsed slot 4 (slate) skipped"])
        laidOut.loadSlate(4)
        laidOut.switchable(110_500)
        laidOut.send(.skip)
        #expect(
            laidOut.switchable(110_600).slateEvents
                == ["log 110600 slot.notUsed slot 4 (slate) skipped"])
        for var stage in [loading, laidOut] {
            stage.hear(111_000)
            #expect(
                stage.effects.slateEvents.last == "log 110000 slot.skipped slot 2 (slate) listener")
            #expect(stage.manager.phase == .idle)
        }
    }

    @Test("that waits is dropped with the break that a listener skips")
    func skippedBefore() {
        var stage = stageWithAd()
        stage.hear(5500)
        stage.send(.skipBreak)
        stage.switchable(5510)
        stage.hear(5511)
        #expect(stage.effects.slateEvents.last == "log 5510 slot.notUsed slot 2 (slate) skipped")
        #expect(stage.manager.phase == .idle)
    }

    @Test("M13: that waits is dropped with the ads that wait, and does not come back")
    func ignored() {
        var stage = stageWithAd()
        stage.hear(5500)
        stage.send(.ignoreReceivedAdvertisements)
        stage.switchable(5510)
        #expect(stage.placed == "1@5000..<6000")
        #expect(stage.effects.slateEvents.last == "log 5510 slot.notUsed slot 2 (slate) ignored")
        stage.hear(6000)
        #expect(stage.effects.reports == ["1 FINISHED"])
        #expect(stage.manager.phase == .idle)
        #expect(stage.mark(range, 2, change: { $0.hasSlate = true }).loads == [3])
    }

    @Test("M13: that is loading is dropped with the ads that wait")
    func ignoredLoading() {
        var stage = stage()
        stage.mark(range, 1, 2) { $0.hasSlate = true }
        #expect(stage.effects.loads == [1, 2, 3])
        stage.load(1)
        stage.switchable(0)
        stage.hear(5500)
        let answer = stage.send(.ignoreReceivedAdvertisements)
        #expect(answer.slateEvents == ["log 5500 slot.notUsed slot 3 (slate) ignored"])
        #expect(answer.contains(.cancelLoad(PlayToken(3))))
        stage.hear(6000)
        #expect(stage.manager.phase == .idle)
    }

    @Test("M13: that is heard goes on while the ads that wait are dropped")
    func ignoredHeard() {
        var stage = stageWithAd()
        stage.hear(100_000)
        stage.push(2)
        #expect(stage.send(.ignoreReceivedAdvertisements).loads == [])
        stage.switchable(100_010)
        #expect(stage.placed == "2@6000..<305000")
    }

    @Test("M13: that is cut because its break was taken back is cut although an app ignores ads")
    func ignoredAndTakenBack() {
        var stage = stageWithAd()
        stage.hear(5500)
        stage.send(.breakOver(number: 1, .cancelled))
        stage.send(.ignoreReceivedAdvertisements)
        // The sink has begun the slate, of which nothing was heard yet.
        stage.switchable(100_000)
        #expect(stage.layout?.spots.last?.text == "2@6000..<100000")
        stage.hear(100_001)
        #expect(stage.manager.phase == .idle)
    }

    @Test(
        "is never finished beyond a break that has ended early",
        arguments: [(.cut, 100_010), (.finish, 100_010), (.fade, 124_010)]
            as [(BreakEndPolicy, Int64)])
    func early(policy: BreakEndPolicy, end: Int64) {
        var stage = stageWithAd { $0.earlyEnd = policy }
        #expect(stage.layout?.spots.last?.range.end == FrameTime(305_000))
        stage.hear(100_000)
        stage.send(.breakOver(number: 1, .early))
        #expect(stage.isAsked)
        stage.switchable(100_010)
        #expect(stage.layout?.spots.last?.range.end == FrameTime(end))
        stage.hear(end + 1)
        #expect(
            stage.effects.slateEvents.last == "log \(end) slot.completed slot 2 (slate)")
        #expect(stage.manager.phase == .idle)
    }

    @Test("lasts until the end that a marker has moved")
    func moved() {
        var stage = stageWithAd()
        stage.hear(100_000)
        var window = BreakWindow(number: 1, begin: FrameTime(5000), end: FrameTime(200_000))
        window.hasSlate = true
        stage.send(.breakMoved(window))
        stage.switchable(100_010)
        #expect(stage.placed == "2@6000..<200000")
        window.end = FrameTime(400_000)
        stage.send(.breakMoved(window))
        stage.switchable(100_020)
        #expect(stage.placed == "2@6000..<400000")
    }

    @Test(
        "ends where it can still change if more of it is rendered than its break lasts now",
        arguments: [(.cut, 100_010), (.finish, 100_010), (.fade, 124_010)]
            as [(BreakEndPolicy, Int64)])
    func shortened(policy: BreakEndPolicy, end: Int64) {
        var stage = stageWithAd { $0.earlyEnd = policy }
        stage.hear(100_000)
        var window = BreakWindow(number: 1, begin: FrameTime(5000), end: FrameTime(50_000))
        window.hasSlate = true
        window.earlyEnd = policy
        // The listener has gone back, so that the programme does not say where the break is over.
        stage.programme = .standing(at: 20_000)
        stage.send(.breakMoved(window))
        for time in [100_010, 100_020] as [Int64] {
            stage.switchable(time)
            #expect(stage.layout?.spots.last?.range.end == FrameTime(end))
        }
        stage.hear(end + 1)
        #expect(
            stage.effects.slateEvents.last == "log \(end) slot.completed slot 2 (slate)")
        #expect(stage.manager.phase == .idle)
    }

    @Test("goes no further than the stream, which ads of the break outlast")
    func streamEnd() {
        var stage = stageWithAd()
        stage.hear(100_000)
        var window = BreakWindow(number: 1, begin: FrameTime(5000), end: FrameTime(305_000))
        window.hasSlate = true
        window.slateEnd = FrameTime(100_000)
        stage.programme = .standing(at: 100_000)
        stage.send(.breakMoved(window))
        stage.switchable(100_010)
        #expect(stage.layout?.spots.last?.range.end == FrameTime(100_010))
        stage.hear(100_011)
        #expect(stage.manager.phase == .idle)
    }

    @Test("ends where another programme follows")
    func programmeLeft() {
        var stage = stageWithAd()
        stage.hear(100_000)
        stage.send(.programmeLeft)
        stage.switchable(100_010)
        #expect(stage.layout?.spots.last?.text == "2@6000..<100010")
        stage.hear(100_011)
        #expect(stage.manager.phase == .idle)
    }

    @Test("is heard before the closing bumper, which ends the break")
    func bumper() {
        var stage = stage(.withClosing)
        stage.mark(range, 1) { $0.hasSlate = true }
        stage.load(1)
        stage.loadSlate(2)
        stage.load(3, frameCount: 100)
        stage.switchable(0)
        #expect(stage.placed == "1@5000..<6000 2@6000..<304900 3@304900..<305000")
    }

    @Test("ends before the ads of a break that joins its own")
    func nextBreak() {
        var stage = stageWithAd()
        stage.hear(300_000)
        stage.mark(306_000..<606_000, 2, number: 2) { $0.hasSlate = true }
        stage.load(3)
        stage.loadSlate(4)
        stage.switchable(300_010)
        #expect(stage.placed == "2@6000..<305000 3@306000..<307000 4@307000..<606000")
    }

    @Test("of less than a second is none, and the break is as it would be without it")
    func tooShort() {
        var stage = stage()
        stage.mark(range, 1) { $0.hasSlate = true }
        stage.load(1)
        stage.load(2, frameCount: 47_999)
        stage.switchable(0)
        #expect(stage.placed == "1@5000..<6000")
        stage.hear(6000)
        #expect(stage.effects.lastLog == "break.ended played 1 skipped 0 failed 0 notUsed 0")
    }
}

extension Stage {
    fileprivate mutating func loadSlate(_ slot: UInt64) { load(slot, frameCount: 48_000) }
}

extension [AdPlayManager.Effect] {
    /// The lines of the log about slates.
    fileprivate var slateEvents: [String] { map(\.text).filter { $0.contains("(slate)") } }

    /// The last line of the log, without its frame.
    fileprivate var lastLog: String? {
        map(\.text).last { $0.hasPrefix("log") }?.split(separator: " ").dropFirst(2)
            .joined(separator: " ")
    }
}
