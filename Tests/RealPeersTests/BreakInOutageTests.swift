import Foundation
import TestServers
import Testing

@Suite("A break while the stream breaks off", .enabled(if: Peers.areInstalled))
struct BreakInOutageTests {
    typealias Trouble = BrokenOffListening.Trouble

    private static func listen(
        _ trouble: Trouble, burst byteCount: Int
    ) async throws -> BrokenOffListening {
        try await onThread { try BrokenOffListening(trouble, burstByteCount: byteCount) }
    }

    /// Checks that the listener heard both spots unchanged, and that the breaks ended.
    private static func checkBreaks(of listening: BrokenOffListening) {
        let events = listening.outcome.events
        #expect(listening.outcome.status == 0, "\(listening.outcome.complaints)")
        #expect(events.all("break.started").count == 2, "\(listening.outcome.log)")
        #expect(events.all("break.ended").count == 2, "\(listening.outcome.log)")
        let lengths = zip(events.all("slot.started"), events.all("slot.completed"))
            .map { $1.frame - $0.frame }
        #expect(lengths == [72_000, 72_000], "\(listening.outcome.log)")
        #expect(listening.spots.map(\.sound) == [1, 2], "\(listening.spots)")
        for spot in listening.spots { #expect(spot.count >= 72_000 - 2 * 385) }
        // The stream played between the breaks, and after the last one.
        #expect(listening.programme.count >= 3, "\(listening.programme)")
        #expect(events.all("stream.resumed").count == 2, "\(listening.outcome.log)")
    }

    @Test(
        "I7: loses and repeats nothing that the station still has",
        arguments: [.sourceStalls, .connectionStalls, .connectionDrips] as [Trouble])
    func covered(trouble: Trouble) async throws {
        // A connection is abandoned once three quarters of the burst are gone. The rest has to last
        // until the next one is ready, even on a busy machine.
        let burst = trouble == .sourceStalls ? 65_536 : 131_072
        let listening = try await Self.listen(trouble, burst: burst)
        Self.checkBreaks(of: listening)
        #expect(
            listening.outcome.events.all("stream.discontinuity").isEmpty,
            "\(listening.outcome.log)")
        #expect(listening.gaps.count >= 2, "\(listening.programme)")
        for gap in listening.gaps {
            // A ramp begins or ends with a silent frame, and an empty stream may stand still under
            // a spot.
            let stoodStill = Double(gap.heard) - gap.passed
            #expect(
                (-16...(gap.isBreak ? Double(gap.heard) : 16)).contains(stoodStill),
                "\(gap), \(listening.programme)")
        }
    }

    @Test(
        "repeats nothing if the station restarts, or has nothing left of the past",
        arguments: uncoveredCases)
    func uncovered(trouble: Trouble, byteCount: Int) async throws {
        let listening = try await Self.listen(trouble, burst: byteCount)
        Self.checkBreaks(of: listening)
        for gap in listening.gaps {
            // The buffer grows by playing 0.3 % slower.
            let least = gap.isBreak ? 0 : Double(gap.heard) * 0.99
            #expect(gap.passed >= least - 16, "\(gap), \(listening.programme)")
        }
        let sounds = listening.programme.map(\.sound)
        #expect(sounds == sounds.sorted())
        guard trouble != .sourceStalls else { return }
        let reasons = listening.outcome.events.all("stream.discontinuity").map(\.reason)
        #expect(reasons.contains("reconnected"), "\(listening.outcome.log)")
    }

    private static var uncoveredCases: [(Trouble, Int)] {
        let short: [(Trouble, Int)] = [
            (.sourceDies, 65_536), (.serverDies, 65_536), (.rateChanges, 65_536),
            (.connectionStalls, 0),
        ]
        let rest: [Trouble] = [
            .sourceDies, .serverDies, .rateChanges, .sourceStalls, .connectionDrips,
        ]
        return Peers.areLong ? short + rest.map { ($0, 0) } : short
    }

    @Test("I6: plays to its end even if the stream is lost for good meanwhile")
    func givenUp() async throws {
        let outcome = try await onThread {
            let icecast = try PrivateIcecast()
            let source = try icecast.feed(
                Peers.sample("programme/programme.mp3"), to: "live.mp3", as: .mp3)
            let spot = Peers.sample("spots/ferry.mp3")
            let player = try Player(
                icecast.address(of: "live.mp3"), ["--give-up", "1s", "--push", "1s=\(spot)"])
            try player.wait(for: "slot.started")
            icecast.kill()
            try source.kill()
            return player.finish(within: .seconds(40))
        }
        #expect(outcome.status == 69, "\(outcome.log)")
        #expect(outcome.events.all("slot.completed").count == 1, "\(outcome.log)")
        #expect(outcome.events.all("break.ended").count == 1, "\(outcome.log)")
    }

    @Test("a station that sends everyone a byte a second ends the session")
    func dripping() async throws {
        let (outcome, took) = try await onThread {
            let icecast = try PrivateIcecast()
            let source = try icecast.feed(
                Peers.sample("programme/programme.mp3"), to: "live.mp3", as: .mp3)
            let relay = Relay(toPort: icecast.port)
            defer { relay.stop() }
            let player = try Player(relay.address(of: "live.mp3"), ["--give-up", "3s"])
            try player.wait(for: "session.playing")
            relay.dripForGood()
            let start = ContinuousClock.now
            let outcome = player.finish(within: .seconds(40))
            try source.kill()
            return (outcome, ContinuousClock.now - start)
        }
        #expect(outcome.status == 69, "\(outcome.log)")
        #expect(took < .seconds(30), "\(took)")
    }
}
