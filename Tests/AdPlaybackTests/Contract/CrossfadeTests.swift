import AdPlayback
import Advertising
import MediaTime
import Testing

/// Ads of 1000 frames, of which the last 200 are heard together with the next ad.
@Suite("E8: ads that crossfade")
struct CrossfadeTests {
    private static func stage(
        _ frameCount: Int = 200, change: (inout AdPlayManager.Configuration) -> Void = { _ in }
    ) -> Stage {
        var configuration = AdPlayManager.Configuration()
        configuration.crossfadeFrameCount = frameCount
        change(&configuration)
        var stage = Stage(configuration)
        stage.programme = .running
        return stage
    }

    @Test("begin before the previous one ends, and the break is shorter by that")
    func whole() {
        var stage = Self.stage()
        stage.push(1, 2, 3)
        stage.load(1, 2, 3)
        stage.switchable(100)
        #expect(
            stage.layout?.text
                == "lay from 100, away 100..<2700: 1@100..<1100 2@900..<1900 3@1700..<2700")
        // What has begun keeps its frames, whatever else is laid out.
        stage.hear(901)
        stage.switchable(950)
        #expect(
            stage.layout?.text
                == "lay from 950, away 100..<2700: 1@100..<1100 2@900..<1900 3@1700..<2700")
        stage.hear(2700)
        #expect(stage.effects.reports == ["1 FINISHED", "2 FINISHED", "3 FINISHED"])
        #expect(stage.effects.logged.last == "break.ended 2700")
    }

    @Test("that are cut end where the next one was to be heard alone, once it has begun")
    func cut() {
        var stage = Self.stage { $0.policy = .hold }
        stage.push(1)
        stage.load(1)
        stage.switchable(0)
        stage.hear(10)
        stage.mark(0..<600, 2, 3)
        stage.load(2, 3)
        stage.switchable(20)
        #expect(stage.placed == "1@0..<1000 2@1000..<1600 3@1400..<2200")
        stage.hear(1450)
        // The programme is held, so the end of the marked break has moved on.
        stage.switchable(1500)
        #expect(stage.placed == "2@1000..<1600 3@1400..<2100")
    }

    @Test("are told of in the order in which it is heard, from first to last frame each")
    func order() {
        var (whole, step) = (Self.stage(400), Self.stage(400))
        whole.push(1, 2)
        whole.load(1, 2)
        whole.switchable(0)
        let logged = whole.hear(1600).logged
        #expect(
            logged == [
                "break.started 0", "slot.started 0", "slot.firstAudible 0",
                "slot.firstQuartile 250", "slot.midpoint 500", "slot.started 600",
                "slot.firstAudible 600", "slot.thirdQuartile 750", "slot.firstQuartile 850",
                "slot.completed 1000", "slot.midpoint 1100", "slot.thirdQuartile 1350",
                "slot.completed 1600", "break.ended 1600",
            ])
        step.push(1, 2)
        step.load(1, 2)
        step.switchable(0)
        var steps: [String] = []
        while let mark = step.nextMark {
            steps += step.hear(mark.frames).logged
            if mark == FrameTime(1000) { #expect(step.effects.banners == [1, 2]) }
        }
        #expect(steps == logged)
        #expect(step.effects.banners == [1, 2, nil])
    }

    @Test(
        "are heard together for half of the shorter one at most",
        arguments: [
            (1000, 1000, "1@0..<1000 2@500..<1500"), (1000, 101, "1@0..<1000 2@950..<1051"),
            (101, 1000, "1@0..<101 2@51..<1051"), (1000, 1, "1@0..<1000 2@1000..<1001"),
        ] as [(Int, Int, String)])
    func short(first: Int, second: Int, placed: String) {
        var stage = Self.stage(5000)
        stage.push(1, 2)
        stage.load(1, frameCount: first)
        stage.load(2, frameCount: second)
        stage.switchable(0)
        #expect(stage.placed == placed)
    }

    @Test(
        "join the previous one as early as they still can",
        arguments: [
            (799, "1@0..<1000 2@800..<1800"), (801, "1@0..<1000 2@801..<1801"),
            (999, "1@0..<1000 2@999..<1999"), (1000, "2@1000..<2000"), (1001, "2@1001..<2001"),
        ] as [(Int64, String)])
    func late(frame: Int64, placed: String) {
        var stage = Self.stage()
        stage.playFirst(of: 1, 2)
        stage.load(2)
        stage.switchable(frame)
        #expect(stage.placed == placed)
    }

    @Test("do not crossfade with bumpers")
    func bumpers() {
        var stage = Self.stage {
            $0.bumpers = BreakBumpers(opening: .sample(8), closing: .sample(9))
        }
        stage.push(1, 2)
        stage.load(1, 2, 3, 4)
        stage.switchable(0)
        #expect(stage.placed == "3@0..<1000 1@1000..<2000 2@1800..<2800 4@2800..<3800")
    }

    @Test(
        "end where their marked break ends, and begin in it if there is time for a crossfade",
        arguments: [
            (7000, "1@5000..<6000 2@5800..<6800"), (6500, "1@5000..<6000 2@5800..<6500"),
            (6100, "1@5000..<6000 2@5900..<6100"), (6001, "1@5000..<6000 2@5999..<6001"),
            (6000, "1@5000..<6000"),
        ] as [(Int64, String)])
    func marked(end: Int64, placed: String) {
        var stage = Self.stage()
        stage.mark(5000..<end, 1, 2)
        stage.load(1, 2)
        stage.switchable(100)
        #expect(stage.placed == placed)
    }

    @Test("of two marked breaks that touch do not crossfade, so each begins at its frame")
    func touching() {
        var stage = Self.stage()
        stage.mark(5000..<6000, 1)
        stage.mark(6000..<8000, 2, 3, number: 2)
        stage.load(1, 2, 3)
        stage.switchable(100)
        #expect(stage.placed == "1@5000..<6000 2@6000..<7000 3@6800..<7800")
        #expect(stage.layout?.lastBreak(before: FrameTime(6900))?.end == FrameTime(7800))
    }

    @Test("hold an inserted break's programme for as long as they are heard")
    func inserted() {
        var stage = Self.stage()
        stage.mark(5000..<9000, 1, 2, joint: .inserted)
        stage.mark(5500..<9500, 3, number: 2, joint: .inserted)
        stage.load(1, 2, 3)
        stage.switchable(100)
        #expect(stage.placed == "1@5000..<6000 2@5800..<6800 3@7300..<8300")
        stage.hear(5001)
        stage.switchable(5100)
        #expect(stage.placed == "1@5000..<6000 2@5800..<6800 3@7300..<8300")
    }

    @Test("of a later break are one break")
    func later() {
        let places: [(UInt64, Int64, Int64)] = [
            (1, 5000, 6000), (2, 10_000, 11_000), (3, 10_800, 11_800), (4, 11_600, 12_600),
        ]
        let layout = BreakLayout(
            validFrom: .zero, breakID: BreakID(1), policy: .mute,
            breakRange: FrameRange(FrameTime(5000), FrameTime(6000)),
            spots: places.map { token, start, end in
                PlacedSpot(
                    token: PlayToken(token), range: FrameRange(FrameTime(start), FrameTime(end)))
            })
        for (time, start, end) in [
            (5500, 5000, 6000), (10_700, 10_000, 11_000), (10_900, 10_000, 11_800),
            (11_601, 10_000, 12_600),
        ] as [(Int64, Int64, Int64)] {
            #expect(
                layout.lastBreak(before: FrameTime(time))
                    == FrameRange(FrameTime(start), FrameTime(end)))
        }
    }

    @Test("let the first one be skipped while both are heard, and the next one after that")
    func skip() {
        var stage = Self.stage()
        stage.push(1, 2)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(901)
        stage.send(.skip)
        stage.switchable(910)
        #expect(stage.layout?.text == "lay from 910, away 0..<1800: 2@800..<1800")
        let end = stage.hear(911)
        #expect(end.logged == ["slot.skipped 910"])
        #expect(end.banners == [])
        stage.send(.skip)
        stage.switchable(920)
        #expect(stage.hear(921).logged == ["slot.skipped 920", "break.ended 920"])
        #expect(stage.effects.reports == ["1 ABORTED", "2 ABORTED"])
    }

    @Test("let the second one be skipped by its id while both are heard, and none that waits")
    func skipSecond() {
        var stage = Self.stage()
        stage.push(1, 2, 3)
        stage.load(1, 2, 3)
        stage.switchable(0)
        stage.hear(901)
        #expect(stage.send(.skipSpot(id: 3)) == [.refuse(.nothingToSkip)])
        #expect(stage.send(.skipSpot(id: 2)) == [])
        #expect(stage.send(.skipSpot(id: 2)) == [.refuse(.nothingToSkip)])
        stage.switchable(910)
        #expect(stage.layout?.text == "lay from 910, away 0..<2000: 1@0..<1000 3@1000..<2000")
        #expect(stage.hear(911).logged == ["slot.skipped 910"])
        stage.hear(1000)
        #expect(stage.effects.reports == ["2 ABORTED", "1 FINISHED"])
    }

    @Test("are not skipped by their ids while their servers forbid it")
    func skipSecondRefused() {
        var stage = Self.stage()
        var second = Advertisement.sample(2)
        second.skipping = .never
        stage.send(.advertisementsAvailable([.sample(1), second]))
        stage.load(1, 2)
        stage.switchable(0)
        #expect(stage.send(.skipSpot(id: 2)) == [.refuse(.nothingToSkip)])
        stage.hear(901)
        #expect(stage.send(.skipSpot(id: 2)) == [.refuse(.skippingRefused)])
        #expect(stage.send(.skipSpot(id: 1)) == [])
        #expect(stage.isAsked)
    }

    @Test("are both cut where the break is skipped while both are heard")
    func skipBreak() {
        var stage = Self.stage()
        stage.push(1, 2, 3)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(901)
        stage.send(.skipBreak)
        stage.switchable(910)
        #expect(stage.layout?.text == "lay from 910, away 0..<910:")
        stage.hear(911)
        #expect(stage.effects.reports == ["1 ABORTED", "2 ABORTED"])
    }

    @Test("have no crossfade with the next one where the first one is skipped before it")
    func skipBefore() {
        var stage = Self.stage()
        stage.push(1, 2)
        stage.load(1, 2)
        stage.switchable(0)
        stage.hear(300)
        stage.send(.skip)
        stage.switchable(320)
        #expect(stage.layout?.text == "lay from 320, away 0..<1320: 2@320..<1320")
    }

    @Test("that fail while the previous one is heard leave that one to its end")
    func secondFails() {
        var stage = Self.stage()
        stage.push(1, 2, 3)
        stage.load(1, 2, 3)
        stage.switchable(0)
        stage.hear(901)
        stage.send(.watchdog(PlayToken(2), .play))
        stage.switchable(910)
        #expect(stage.layout?.text == "lay from 910, away 0..<2000: 1@0..<1000 3@1000..<2000")
        #expect(stage.hear(911).logged == ["slot.failed 910"])
        #expect(stage.effects.banners == [1, 2, nil])
        #expect(stage.hear(1001).logged.first == "slot.completed 1000")
        #expect(stage.effects.banners == [1, 2, nil, 3])
    }

    @Test("are cut by a skip of the break once both may be skipped")
    func skipBreakTooSoon() {
        var stage = Self.stage(500)
        var second = Advertisement.sample(2)
        second.skipping = .from(.share(0.25))
        stage.send(.advertisementsAvailable([.sample(1), second]))
        stage.load(1, 2)
        stage.switchable(0)
        #expect(stage.placed == "1@0..<1000 2@500..<1500")
        stage.hear(749)
        #expect(stage.send(.skipBreak) == [.refuse(.skippingTooSoon)])
        #expect(!stage.isAsked)
        stage.hear(750)
        #expect(stage.send(.skipBreak) == [])
        stage.switchable(760)
        stage.hear(761)
        #expect(stage.effects.reports == ["1 ABORTED", "2 ABORTED"])
        #expect(stage.manager.phase == .idle)
    }

    @Test("that have begun do not wait any more, although the previous one is heard")
    func begun() {
        var stage = Self.stage()
        stage.push(1, 2, 3)
        stage.load(1, 2)
        stage.switchable(0)
        #expect(stage.manager.waitingCount == 2)
        stage.hear(901)
        #expect(stage.manager.waitingCount == 1)
        stage.send(.ignoreReceivedAdvertisements)
        #expect(!stage.isAsked)
        stage.hear(1800)
        #expect(stage.effects.reports == ["1 FINISHED", "2 FINISHED"])
    }
}
