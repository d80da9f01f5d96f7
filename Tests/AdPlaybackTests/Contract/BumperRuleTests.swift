import AdPlayback
import Advertising
import MediaTime
import TestFiles
import TestSignals
import Testing

/// The bumpers of a break: the opening one has 200 frames, the closing one 100, and ads have 1000.
@Suite("E14: bumpers")
struct BumperRuleTests {
    @Test("are loaded with the ads, and are heard before the first and after the last one")
    func whole() throws {
        var stage = Stage(.withBumpers)
        stage.push(1, 2)
        stage.load(1)
        stage.loadBumpers(3, 4)
        stage.load(2)
        stage.switchable(100)
        for frame in [101, 301, 1301, 2300, 2301, 2399, 2400] as [Int64] { stage.hear(frame) }
        let kept = try KeptText("bumpers", recording: stage.transcript)
        #expect(FirstDifference(stage.transcript, from: kept.lines) == nil)
    }

    @Test("of a marked break take a part of its length")
    func marked() throws {
        var stage = Stage(.withBumpers)
        stage.programme = .running
        stage.mark(5000..<7000, 1, 2)
        stage.loadBumpers(3, 4)
        stage.load(1, 2)
        stage.switchable(100)
        for frame in [5201, 6200, 6900, 6901] as [Int64] { stage.hear(frame) }
        // All that is left of it is the closing bumper.
        stage.send(.breakOver(number: 1, .whole))
        for frame in [6999, 7000] as [Int64] { stage.hear(frame) }
        let kept = try KeptText("bumpers-marked", recording: stage.transcript)
        #expect(FirstDifference(stage.transcript, from: kept.lines) == nil)
    }

    @Test(
        "are loaded for the breaks that have them",
        arguments: [(nil, [3, 1, 4]), (true, [3, 1, 4]), (false, [1])]
            as [(Bool?, [UInt64])])
    func has(hasBumpers: Bool?, loads: [UInt64]) {
        var stage = Stage(.withBumpers)
        if let hasBumpers {
            stage.mark(5000..<9000, 1, 2) { $0.hasBumpers = hasBumpers }
        } else {
            stage.push(1, 2)
        }
        #expect(Array(stage.effects.loads.filter { $0 != 2 }) == loads)
        stage.push(3)
        #expect(stage.effects.loads.filter { $0 > 2 }.count == (loads.count == 1 ? 1 : 3))
    }

    @Test(
        "that are configured alone are loaded alone",
        arguments: [
            (BreakBumpers(opening: .sample(8)), [2, 1], [BreakBumpers.Place.opening]),
            (BreakBumpers(closing: .sample(9)), [1, 2], [.closing]), (BreakBumpers(), [1], []),
        ])
    func alone(bumpers: BreakBumpers, loads: [UInt64], places: [BreakBumpers.Place]) {
        var configuration = AdPlayManager.Configuration()
        configuration.bumpers = bumpers
        var stage = Stage(configuration)
        stage.push(1)
        #expect(stage.effects.loads == loads)
        #expect(stage.manager.activeSpots.compactMap(\.bumper) == places)
    }

    @Test(
        "that are loaded after the layout of the ads join it if they still can",
        arguments: [
            (100, "2@100..<300 1@300..<1300"), (101, "1@100..<1100"),
        ] as [(Int64, String)])
    func lateOpening(frame: Int64, placed: String) {
        var stage = Stage(.withBumpers)
        stage.push(1)
        stage.load(1)
        #expect(stage.isAsked)
        stage.switchable(100)
        #expect(stage.placed == "1@100..<1100")
        stage.load(2, frameCount: 200)
        #expect(stage.isAsked)
        let answer = stage.switchable(frame)
        #expect(stage.placed == placed)
        #expect(answer.logged == (frame == 100 ? [] : ["slot.notUsed \(frame)"]))
        #expect(!stage.isAsked)
    }

    @Test("wait for the first ad, and the last one for those that are queued")
    func wait() {
        var stage = Stage(.withBumpers)
        stage.push(1, 2, 3, 4)
        stage.loadBumpers(5, 6)
        #expect(!stage.isAsked)
        stage.load(2)
        #expect(!stage.isAsked)
        stage.load(1)
        #expect(stage.isAsked)
        stage.switchable(0)
        #expect(stage.placed == "5@0..<200 1@200..<1200 2@1200..<2200")
        stage.load(3)
        stage.switchable(0)
        #expect(stage.placed == "5@0..<200 1@200..<1200 2@1200..<2200 3@2200..<3200")
        stage.hear(1)
        #expect(!stage.isAsked)
        // The fourth ad is loaded once the first one is heard.
        #expect(stage.hear(201).loads == [4])
        stage.load(4)
        #expect(stage.isAsked)
        stage.switchable(300)
        #expect(
            stage.placed
                == "1@200..<1200 2@1200..<2200 3@2200..<3200 4@3200..<4200 6@4200..<4300")
    }

    @Test("that are loaded once their ads are over are left out, and end the break")
    func lateClosing() {
        var stage = Stage(.withBumpers)
        stage.push(1)
        stage.loadBumpers(2)
        stage.load(1)
        stage.switchable(0)
        stage.hear(1199)
        let end = stage.hear(1200)
        #expect(end.map(\.text).contains("log 1200 slot.notUsed slot 3 (closing) withoutAds"))
        #expect(end.contains(.cancelLoad(PlayToken(3))))
        #expect(end.last == .adPlayFinished)
        #expect(stage.manager.phase == .idle)
    }

    @Test("that are loaded while the last ad is heard follow it")
    func closingInTime() {
        var stage = Stage(.withBumpers)
        stage.push(1)
        stage.loadBumpers(2)
        stage.load(1)
        stage.switchable(0)
        stage.hear(1199)
        stage.load(3, frameCount: 100)
        #expect(stage.isAsked)
        stage.switchable(1199)
        #expect(stage.placed == "1@200..<1200 3@1200..<1300")
        stage.hear(1200)
        #expect(stage.effects.banners == [1, nil])
        #expect(stage.manager.phase == .betweenAds)
        #expect(stage.manager.openBreak?.begunCount == 1)
        #expect(stage.hear(1300).logged.last == "break.ended 1300")
        #expect(stage.effects.reports == ["1 FINISHED"])
    }

    @Test(
        "are heard after ads that join the break before they begin, and before any that come later",
        arguments: [
            (1199, "1@200..<1200 4@1200..<2200 3@2200..<2300"),
            (1200, "3@1200..<1300 4@1300..<2300 5@2300..<2400"),
            (1201, "3@1200..<1300 4@1300..<2300 5@2300..<2400"),
        ] as [(Int64, String)])
    func joined(frame: Int64, placed: String) {
        var stage = Stage(.withBumpers)
        stage.push(1)
        stage.loadBumpers(2, 3)
        stage.load(1)
        stage.switchable(0)
        stage.hear(frame)
        stage.push(2)
        stage.load(4)
        if stage.effects.loads.contains(5) { stage.load(5, frameCount: 100) }
        stage.switchable(frame)
        #expect(stage.placed == placed)
        stage.hear(9000)
        #expect(stage.effects.reports == ["1 FINISHED", "4 FINISHED"])
        #expect(stage.count(.adPlayStarted) == 1)
        #expect(stage.manager.phase == .idle)
    }

    @Test("that fail are left out, and the closing one is not loaded again")
    func failed() {
        var stage = Stage(.withBumpers)
        stage.push(1)
        let answers = stage.fail(2) + stage.fail(3)
        #expect(
            answers.map(\.text).filter { $0.hasPrefix("log") || $0.hasPrefix("report") } == [
                "log 0 slot.failed slot 2 (opening) 401 notFound",
                "log 0 slot.failed slot 3 (closing) 401 notFound",
            ])
        #expect(stage.push(2).loads == [4])
        stage.load(1, 4)
        stage.switchable(0)
        #expect(stage.placed == "1@0..<1000 4@1000..<2000")
        #expect(
            stage.hear(2000).map(\.text).contains(
                "log 2000 break.ended played 2 skipped 0 failed 0 notUsed 0"))
    }

    @Test("that fail while they are heard are cut, and the ad follows")
    func failedWhileHeard() {
        var stage = Stage(.withBumpers)
        stage.push(1)
        stage.loadBumpers(2, 3)
        stage.load(1)
        stage.switchable(0)
        stage.hear(10)
        stage.fail(2, .overran)
        stage.switchable(20)
        #expect(stage.placed == "1@20..<1020 3@1020..<1120")
        stage.hear(2000)
        #expect(stage.effects.reports == ["1 FINISHED"])
        #expect(
            stage.effects.map(\.text).contains(
                "log 1120 break.ended played 1 skipped 0 failed 0 notUsed 0"))
    }

    @Test("are no ads that an app takes, drops or counts")
    func noAds() {
        var stage = Stage(.withBumpers)
        stage.push(1)
        #expect(stage.manager.waitingCount == 0)
        #expect(stage.manager.waitingSpots(at: .zero, in: nil).map(\.id) == [1])
        stage.push(2)
        #expect(stage.manager.waitingCount == 1)
        #expect(stage.manager.waitingSpots(at: .zero, in: nil).map(\.id) == [1, 2])
        #expect(stage.send(.ignoreSpot(id: 8)) == [.refuse(.nothingToIgnore)])
        #expect(stage.send(.ignoreSpot(id: 9)) == [.refuse(.nothingToIgnore)])
        #expect(stage.send(.getAdvertisement).last == .handOut(.sample(2)))
        #expect(stage.send(.getAdvertisement).last == .handOut(nil))
        let answer = stage.send(.ignoreReceivedAdvertisements)
        #expect(
            answer.map(\.text).filter { $0.hasPrefix("log") } == [
                "log 0 slot.notUsed slot 1 ignored",
                "log 0 slot.notUsed slot 2 (opening) withoutAds",
                "log 0 slot.notUsed slot 3 (closing) withoutAds",
                "log 0 break.cancelled played 0 skipped 0 failed 0 notUsed 2 ignored",
            ])
        #expect(answer.reports == ["1 ABORTED"])
    }

    @Test(
        "that are laid out go with their ads, unless the sink has begun them",
        arguments: [(0, ""), (1, "3@0..<200")] as [(Int64, String)])
    func adsDropped(frame: Int64, placed: String) {
        var stage = Stage(.withBumpers)
        stage.push(1, 2)
        stage.loadBumpers(3, 4)
        stage.load(1, 2)
        stage.switchable(0)
        stage.fail(1)
        stage.send(.ignoreSpot(id: 2))
        stage.switchable(frame)
        // The bumper alone is left; it takes one more layout to leave it out.
        #expect(stage.isAsked)
        stage.switchable(frame)
        #expect(!stage.isAsked)
        #expect(stage.placed == placed)
        #expect((stage.manager.phase == .idle) == placed.isEmpty)
        stage.hear(300)
        #expect(stage.manager.phase == .idle)
    }
}

extension AdPlayManager.Configuration {
    /// An opening and a closing bumper.
    static var withBumpers: Self {
        var configuration = Self()
        configuration.bumpers = BreakBumpers(opening: .sample(8), closing: .sample(9))
        return configuration
    }

    /// A closing bumper only.
    static var withClosing: Self {
        var configuration = Self()
        configuration.bumpers = BreakBumpers(closing: .sample(9))
        return configuration
    }
}

extension Stage {
    /// Loads the opening bumper, and the closing one if it is named.
    mutating func loadBumpers(_ opening: UInt64, _ closing: UInt64? = nil) {
        load(opening, frameCount: 200)
        if let closing { load(closing, frameCount: 100) }
    }
}
