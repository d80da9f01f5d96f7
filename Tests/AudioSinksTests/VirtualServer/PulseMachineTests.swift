import Foundation
import MediaTime
import TestSignals
import Testing

@testable import AudioSinks

@Suite("A stream at a sound server in virtual time")
struct PulseMachineTests {
    private static let isFull = ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1"
    /// The total number of changes.
    private static let changeCount = isFull ? 100_000 : 600
    private static let courseLength = 200

    @Test("plays every frame as planned, whatever the server does, or reports which came late")
    func scenarios() {
        var random = SeededRandom(seed: 14)
        var count = 0
        var scenario = 0
        var seen = Set<String>()
        while count < Self.changeCount {
            scenario += 1
            let player = play(scenario: scenario, &random)
            if !player.problems.isEmpty { return }
            count += player.changeCount
            seen.formUnion(player.reports.map { String("\($0)".prefix { $0 != "(" }) })
            #expect(player.wrongFrameCount <= player.lateFrameCount)
        }
        // Each kind of event has occurred.
        let expected = [
            "switchable", "refused", "adopted", "heard", "late", "lost", "restored", "held",
            "released", "underrun",
        ]
        #expect(seen.isSuperset(of: expected), "\(seen)")
    }

    @Test("counts all frames of a change that came too late, not only those of its first 10 ms")
    func lateRest() {
        // A block of 25 ms reaches beyond the first 10 ms.
        let player = FakePlayer(FakeSoundServer.Manner(block: 1200), seed: 1)
        player.run(for: 1)
        player.stalls = [0, 0.05]
        player.change()
        player.finishChange()
        player.run(for: 3)
        player.checker(before: .distantFuture)
        #expect(player.problems.isEmpty)
        #expect(player.wrongFrameCount > 0)
        #expect(player.lateFrameCount == player.wrongFrameCount)
        // They are consecutive, so they are one change.
        #expect(zip(player.late, player.late.dropFirst()).allSatisfy { $0.end == $1.start })
    }

    @Test("passes on the fade before a silence as it was heard")
    func tapHearsFade() throws {
        let blocks = HeardBlocks(whenFull: .drop)
        let player = FakePlayer(
            FakeSoundServer.Manner(), handingOnTo: HeardAudio(for: [blocks]), seed: 1)
        player.tape = []
        player.run(for: 0.5)
        player.change()
        player.run(for: 0.5)
        player.interrupt(for: 0.4)
        player.run(for: 0.5)
        blocks.finish()
        #expect(player.reports.contains { if case .held = $0 { true } else { false } })
        let tape = try #require(player.tape)
        var packets: [AudioPacket] = []
        while blocks.takeNext({ packets += AudioPacket.packets(of: $0, $1) }) == .read {}
        let samples = packets.flatMap(\.samples)
        for (frame, sample) in samples.enumerated() {
            let heard = Double((tape[frame] * 32_768).rounded(.toNearestOrEven))
            try #require(sample == Int16(saturating: heard), "frame \(frame)")
        }
        #expect(samples.count > 60_000)
    }

    @Test("reports where it stands still before it reports that it does")
    func heldAt() throws {
        let player = FakePlayer(FakeSoundServer.Manner(), seed: 1)
        player.run(for: 0.5)
        player.interrupt(for: 2)
        player.run(for: 0.5)
        let held = try #require(
            player.reports.firstIndex { if case .held = $0 { true } else { false } })
        let released = try #require(player.reports.firstIndex(of: .released))
        let (before, meanwhile) = (player.reports[..<held], player.reports[held..<released])
        func frames(_ reports: some Sequence<SinkReport>) -> [FrameTime] {
            reports.compactMap { if case .heard(let frame) = $0 { frame } else { nil } }
        }
        #expect(!frames(meanwhile).isEmpty)
        #expect(frames(meanwhile).allSatisfy { $0 == frames(before).last })
    }

    @Test("continues after a silence with a change requested as it ends, without more silence")
    func changeAfterSilence() {
        let manner = FakeSoundServer.Manner(block: 1159, longestWay: 0.000_1)
        let player = FakePlayer(manner, seed: 1)
        // The server answers before the plan exists.
        player.decisionTime = 0.002
        player.run(for: 0.5)
        player.interrupt(for: 0.3, thenChange: true)
        player.run(for: 0.5)
        player.checker(before: .distantFuture)
        #expect(player.problems.isEmpty)
        #expect(player.changeCount == 1)
        #expect(player.lateFrameCount == 0)
    }

    @Test("accepts no answer of a sink that the stream was moved away from")
    func moved() {
        let time = MonotonicTime(nanoseconds: 0)
        var link = PulseLinkState(title: "", at: time)
        link.kind = .pulseAudio
        link.openQueue(startingAt: .zero)
        link.noteQuestion(at: time)
        link.forgetTiming(at: time)
        #expect(!link.isAsking)
        link.noteQuestion(at: time)
        let answer = { (read: Int) in
            PulseAnswer(
                readFrameCount: read, unheardFrameCount: 0, blockFrameCount: 264, time: time)
        }
        link.take(answer(9000))
        #expect(link.clock == nil && link.isAsking)
        link.take(answer(480))
        #expect(link.clock?.read == FrameTime(480))
    }

    @Test("wakes the player eleven times a second while nothing changes")
    func wakeUps() {
        let player = FakePlayer(FakeSoundServer.Manner(), seed: 1)
        player.run(for: 2)
        let before = player.wakeUpCount
        player.run(for: 10)
        #expect(player.problems.isEmpty)
        #expect((100...115).contains(player.wakeUpCount - before))
    }

    @Test("plays on under its plan, before it runs dry, if the session makes no other one in time")
    func lateSession() throws {
        let player = FakePlayer(FakeSoundServer.Manner(), seed: 1)
        player.decisionTime = 5
        player.run(for: 0.5)
        player.change()
        player.run(for: 0.01)
        let renderer = player.machine.renderer
        let end = renderer.rendered
        #expect(try #require(renderer.renderBarrier) < end)
        // When 40 ms are left.
        let clock = try #require(player.machine.link?.clock)
        #expect(player.machine.wakeTime == clock.time(ofHearing: end - 1_920))
        player.run(for: 1)
        #expect(renderer.renderBarrier == nil && renderer.rendered > end)
        #expect(player.problems.isEmpty)
        #expect(!player.reports.contains(.underrun(count: 1)))
    }

    @Test("leaves the queue before a change alone, and replaces the queue after it")
    func depth() {
        let player = FakePlayer(FakeSoundServer.Manner(), seed: 1)
        player.run(for: 0.5)
        for index in 1...200 {
            player.change()
            player.finishChange()
            // When the server requests more, at most half of the queue is left.
            let lead = player.machine.renderer.rendered - player.lastChange
            #expect(lead > 4000, "change \(index)")
            player.run(for: 0.011)
        }
        #expect(player.problems.isEmpty && player.changeCount == 200)
    }

    private func play(scenario: Int, _ random: inout SeededRandom) -> FakePlayer {
        let isPipeWire = Int.random(in: 0..<3, using: &random) == 0
        let manner = FakeSoundServer.Manner(
            kind: isPipeWire ? .pipeWire : .pulseAudio,
            block: isPipeWire ? 256 : Int.random(in: 48...1200, using: &random),
            readsInChunks: !isPipeWire && Bool.random(using: &random),
            longestWay: Double.random(in: 0.000_1...0.002, using: &random),
            longestWrite: Int.random(in: 500...16_384, using: &random))
        let latency = [60, 100, 200].randomElement(using: &random)!
        let player = FakePlayer(
            manner, latency: .milliseconds(latency), seed: UInt64(scenario))
        for _ in 0..<Self.courseLength where player.heard < FrameTime(27 * 48_000) {
            player.decisionTime = Double.random(in: 0.000_1...0.002, using: &random)
            disturb(player, &random)
            player.change()
            player.run(for: Double.random(in: 0.002...0.04, using: &random))
            player.finishChange()
            if !player.problems.isEmpty { break }
        }
        // The last answers tell which part of the last change came too late.
        player.run(for: 0.2)
        player.checker(before: .distantFuture)
        #expect(
            player.problems.isEmpty,
            "scenario \(scenario), \(manner), \(latency) ms: \(player.problems)")
        return player
    }

    /// A random event of a player.
    private func disturb(_ player: FakePlayer, _ random: inout SeededRandom) {
        switch Int.random(in: 0..<40, using: &random) {
        case 0...2: player.stalls = [Double.random(in: 0...0.03, using: &random)]
        case 3...4: player.stalls = [0, Double.random(in: 0...0.03, using: &random)]
        case 5: player.decisionTime = Double.random(in: 0.002...0.06, using: &random)
        case 6: player.move(toBlock: Int.random(in: 48...1200, using: &random))
        case 7: player.interrupt(for: Double.random(in: 0.05...0.4, using: &random))
        case 8: player.breakConnection()
        case 9: player.freeze(for: Double.random(in: 0...1, using: &random))
        case 10: player.suspend(for: Double.random(in: 0.05...0.4, using: &random))
        default: break
        }
    }
}
