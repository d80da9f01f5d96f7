import Foundation
import MediaTime
import TestSignals
import Testing

@testable import AudioSinks

@Suite("An ALSA device in virtual time")
struct ALSAMachineTests {
    private static let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"
    /// The total number of changes.
    private static let changeCount = isFull ? 8000 : 400
    private static let courseLength = 25

    @Test("plays every frame as planned, whatever the device does, or reports which came late")
    func scenarios() {
        var random = SeededRandom(seed: 31)
        var count = 0
        var scenario = 0
        var seen = Set<String>()
        while count < Self.changeCount {
            scenario += 1
            let player = play(scenario: scenario, &random)
            if !player.problems.isEmpty { return }
            count += player.changeCount
            seen.formUnion(player.reports.map { String("\($0)".prefix { $0 != "(" }) })
        }
        // Each kind of event has occurred.
        let expected = [
            "switchable", "refused", "adopted", "heard", "late", "lost", "restored", "underrun",
        ]
        #expect(seen.isSuperset(of: expected), "\(seen)")
    }

    @Test(
        "is changed within 5 ms where its queue can be rewritten, and else behind a short queue",
        arguments: [(true, 0...240, 4700...9600), (false, 480...1920, 480...1920)])
    func delay(canRewind: Bool, delays: ClosedRange<Int>, queues: ClosedRange<Int>) {
        let player = FakeALSAPlayer(FakeALSADevice.Manner(canRewind: canRewind))
        player.run(for: 0.5)
        for _ in 0..<50 {
            let before = player.playedEnd
            let queued = player.machine.renderer.rendered - before
            #expect(queues.contains(queued))
            player.change()
            player.finishChange()
            #expect(delays.contains(player.lastChange - before))
            player.run(for: 0.023)
        }
        player.check()
        #expect(player.problems.isEmpty && player.changeCount == 50)
        #expect(player.late.isEmpty)
    }

    @Test("that keeps frames it should give back is heard as it plays, and that is reported")
    func kept() {
        let player = FakeALSAPlayer(FakeALSADevice.Manner(keptFrameCount: 100))
        player.run(for: 0.5)
        player.change()
        player.finishChange()
        player.run(for: 0.5)
        player.check()
        #expect(player.problems.isEmpty)
        #expect(player.late == [FrameRange(player.lastChange, count: 100)])
    }

    @Test("that runs dry continues with the next frame, and gets a longer queue the second time")
    func dry() {
        let player = FakeALSAPlayer(FakeALSADevice.Manner(canRewind: false))
        player.run(for: 0.5)
        let depth = player.machine.queue?.depth
        #expect(depth == 1920)
        for _ in 0..<2 {
            player.stall(for: 0.2)
            player.run(for: 0.5)
        }
        player.check()
        #expect(player.problems.isEmpty)
        #expect(player.reports.count { $0 == .underrun(count: 1) } == 2)
        #expect(player.machine.queue?.depth == 2880)
    }

    @Test("that is unplugged continues with the first unheard frame once it is back")
    func unplugged() {
        let player = FakeALSAPlayer(FakeALSADevice.Manner())
        player.run(for: 0.5)
        let steps = player.stepCount
        player.unplug(failing: 5)
        let heard = player.heard
        player.run(for: 1.5)
        #expect(player.reports.last == .lost(reason: "gone"))
        #expect(player.heard == heard && player.openCount == 1)
        #expect(player.stepCount - steps < 10)
        player.run(for: 3)
        player.check()
        #expect(player.problems.isEmpty)
        #expect(player.openCount == 2)
        let outages = player.reports.compactMap { report in
            switch report {
            case .lost: "lost"
            case .restored: "restored"
            default: nil
            }
        }
        #expect(outages == ["lost", "restored"])
        #expect(player.heard > heard + 24_000)
    }

    @Test(
        "continues after the system was asleep",
        arguments: [
            [ALSAWaking.done], [.notYet, .notYet, .done], [.impossible], [.notYet, .impossible],
        ])
    func asleep(results: [ALSAWaking]) {
        let player = FakeALSAPlayer(FakeALSADevice.Manner())
        player.run(for: 0.5)
        player.sleep(results)
        player.run(for: 1)
        player.check()
        #expect(player.problems.isEmpty)
        #expect(player.openCount == 1)
        #expect(player.heard > FrameTime(48_000))
    }

    @Test("can be changed from its next frame on while the system is asleep")
    func changedAsleep() {
        let player = FakeALSAPlayer(FakeALSADevice.Manner())
        player.run(for: 0.5)
        player.sleep([.notYet, .notYet])
        let next = player.machine.renderer.rendered
        player.change()
        #expect(player.reports.last == .switchable(next))
        player.finishChange()
        player.run(for: 1)
        player.check()
        #expect(player.problems.isEmpty)
        #expect(player.changeCount == 1 && player.lastChange == next)
    }

    @Test("that does not play is lost, and not asked without end")
    func stuck() {
        let player = FakeALSAPlayer(FakeALSADevice.Manner())
        player.run(for: 0.5)
        player.setStuck(true)
        player.run(for: 2)
        let isLost = player.reports.contains { if case .lost = $0 { true } else { false } }
        #expect(isLost)
        let endless = FakeALSAPlayer(FakeALSADevice.Manner(stopsAtOnce: true))
        endless.run(for: 10)
        #expect(endless.stepCount < 100)
        #expect(endless.reports.count { if case .lost = $0 { true } else { false } } == 1)
        #expect(!endless.reports.contains(.underrun(count: 1)))
    }

    @Test("without a clock is played in time")
    func clockless() {
        let player = FakeALSAPlayer(FakeALSADevice.Manner(canRewind: false, hasClock: false))
        player.run(for: 5)
        player.check()
        #expect(player.problems.isEmpty)
        #expect((240_000...250_000).contains(player.heard.frames))
        #expect(player.stepCount < 2000)
    }

    @Test("is closed after ten seconds of silence, and opened again for the next sound")
    func silent() {
        let player = FakeALSAPlayer(FakeALSADevice.Manner())
        player.run(for: 1)
        player.fallSilent(from: player.machine.renderer.rendered)
        player.run(for: 8)
        #expect(player.device != nil)
        player.run(for: 3)
        #expect(player.device == nil)
        let steps = player.stepCount
        let heard = player.heard
        player.run(for: 10)
        #expect(player.heard == heard && player.stepCount - steps <= 10)
        #expect(!player.reports.contains { if case .lost = $0 { true } else { false } })
        player.soundAgain(from: player.machine.renderer.rendered)
        player.run(for: 1)
        #expect(player.openCount == 2)
        #expect(player.heard > heard + 24_000)
    }

    @Test("wakes the player ten times a second where its queue is long")
    func wakeUps() {
        let player = FakeALSAPlayer(FakeALSADevice.Manner())
        player.run(for: 2)
        let before = player.stepCount
        player.run(for: 10)
        #expect(player.problems.isEmpty)
        #expect((90...110).contains(player.stepCount - before))
    }

    private func play(scenario: Int, _ random: inout SeededRandom) -> FakeALSAPlayer {
        let canRewind = Bool.random(using: &random)
        let manner = FakeALSADevice.Manner(
            bufferFrameCount: [8192, 24_000].randomElement(using: &random)!,
            periodFrameCount: [240, 480, 1024].randomElement(using: &random)!,
            canRewind: canRewind,
            keptFrameCount: canRewind && Int.random(in: 0..<3, using: &random) == 0 ? 150 : 0,
            readAhead: Int.random(in: 0...48, using: &random),
            speed: Double.random(in: 0.999_5...1.000_5, using: &random),
            longestWrite: [300, Int.max].randomElement(using: &random)!)
        let latency = [nil, 60, 100].randomElement(using: &random)!
        let player = FakeALSAPlayer(manner, latency: latency.map { .milliseconds($0) })
        for _ in 0..<Self.courseLength where player.heard < FrameTime(25 * 48_000) {
            player.decisionTime = Double.random(in: 0.000_1...0.002, using: &random)
            disturb(player, &random)
            player.change()
            player.run(for: Double.random(in: 0.002...0.04, using: &random))
            player.finishChange()
            if !player.problems.isEmpty { break }
        }
        // Until a lost device is back, and what it had not played was heard.
        player.run(for: 4)
        player.check()
        #expect(player.problems.isEmpty, "scenario \(scenario), \(manner): \(player.problems)")
        return player
    }

    /// A random event of a player.
    private func disturb(_ player: FakeALSAPlayer, _ random: inout SeededRandom) {
        switch Int.random(in: 0..<40, using: &random) {
        case 0...2: player.stall(for: Double.random(in: 0...0.3, using: &random))
        case 3...4: player.decisionTime = Double.random(in: 0.002...0.06, using: &random)
        case 5: player.unplug(failing: Int.random(in: 0...2, using: &random))
        case 6: player.sleep([.done])
        case 7: player.sleep([.notYet, .impossible])
        case 8:
            player.setStuck(true)
            player.run(for: 1.5)
            player.setStuck(false)
        default: break
        }
    }
}
