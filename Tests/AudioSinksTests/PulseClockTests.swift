import MediaTime
import Testing

@testable import AudioSinks

@Suite("The clock of a sound server")
struct PulseClockTests {
    /// The answer to a request at `asked` milliseconds of a server that reads blocks of 5 ms from
    /// frame 0 on, the first one at once.
    private func answer(
        asked: Double, reachedEar ear: Double? = nil, block: Double = 5, roundTrip: Double = 0.1,
        isLate: Bool = false
    ) -> PulseTiming {
        let ear = ear ?? asked
        let read = (ear / block).rounded(.down) * block + block
        return PulseTiming(
            read: isLate ? frame(ear) : frame(read),
            unheardFrameCount: isLate ? 0 : frame(read) - frame(ear),
            blockFrameCount: frame(block) - .zero, askedAt: time(asked),
            roundTrip: roundTrip / 1000)
    }

    private func frame(_ milliseconds: Double) -> FrameTime {
        FrameTime(Int64(saturating: milliseconds * 48))
    }

    private func time(_ milliseconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: 0).advanced(by: milliseconds / 1000)
    }

    /// Milliseconds from `now` until the first frame that can then be replaced is heard, if frames
    /// are heard at the times of their numbers.
    private func delay(of clock: PulseClock, at now: Double) -> Double {
        Double(clock.firstReplaceable(at: time(now)).frames) / 48 - now
    }

    @Test("allows replacing a block until the server can read it, and not later")
    func block() {
        let clock = PulseClock(answer(asked: 2), startingAt: .zero)
        #expect(delay(of: clock, at: 2) == 5)
        #expect(abs(delay(of: clock, at: 100.5) - 5) < 0.03)
    }

    @Test("forgets the length of a block once the server takes shorter ones")
    func shorterBlock() {
        var clock = PulseClock(answer(asked: 1, block: 50), startingAt: .zero)
        #expect(delay(of: clock, at: 1) == 50)
        clock.take(answer(asked: 61, block: 5))
        #expect(abs(delay(of: clock, at: 62) - 5) < 0.03)
    }

    @Test("is not advanced by slow answers, however many")
    func slowAnswers() {
        var clock = PulseClock(answer(asked: 0), startingAt: .zero)
        for number in 1...20 {
            let asked = Double(number) * 10
            // The server read its position just before it answered.
            clock.take(answer(asked: asked, reachedEar: asked + 2.9, roundTrip: 3))
        }
        #expect(abs(delay(of: clock, at: 210) - 5) < 0.05)
    }

    @Test("follows a server that is further ahead than its answer's delay explains")
    func runsAhead() {
        var clock = PulseClock(answer(asked: 0), startingAt: .zero)
        clock.take(answer(asked: 10, reachedEar: 14, roundTrip: 1))
        #expect(abs(delay(of: clock, at: 10) - 9) < 0.03)
    }

    @Test("follows a server that has fallen back")
    func fallsBack() {
        var clock = PulseClock(answer(asked: 0), startingAt: .zero)
        clock.take(answer(asked: 40, reachedEar: 10))
        #expect(abs(delay(of: clock, at: 40) + 25) < 0.03)
    }

    @Test("expects a late server to catch up", arguments: [(10.0, 5.0), (60, -55)])
    func late(by milliseconds: Double, delay expected: Double) {
        var clock = PulseClock(answer(asked: 0), startingAt: .zero)
        clock.take(answer(asked: 100, reachedEar: 100 - milliseconds, isLate: true))
        #expect(abs(delay(of: clock, at: 100) - expected) < 0.03)
    }

    @Test("never allows replacing a frame that the server has requested data beyond")
    func requested() {
        var clock = PulseClock(answer(asked: 0), startingAt: .zero)
        clock.take(readAtLeastUpTo: frame(90), at: time(2))
        #expect(clock.firstReplaceable(at: time(2)) == frame(90))
    }

    @Test("learns nothing from a request up to where the server is known to have read")
    func requestedAgain() {
        var clock = PulseClock(answer(asked: 2), startingAt: .zero)
        let expected = clock.time(ofHearing: frame(100))
        clock.take(readAtLeastUpTo: frame(5), at: time(4))
        #expect(clock.time(ofHearing: frame(100)) == expected)
    }

    @Test(
        "accounts for a block starting over where two chunks meet in it",
        arguments: [(4.0, [8.0], 9.0), (5, [8], 13), (5, [3, 8, 9, 14], 14), (6, [8], 13)])
    func chunkBoundary(at now: Double, chunkBoundaries: [Double], expected: Double) {
        // At 5 ms the server reads from there on.
        let clock = PulseClock(answer(asked: 2), startingAt: .zero)
        let first = clock.firstReplaceable(
            at: time(now), chunkBoundaries: chunkBoundaries.map(frame))
        #expect(abs(Double(first.frames) / 48 - expected) < 0.03)
    }

    @Test("allows for one cycle of PipeWire, from its last answer alone")
    func pipeWire() {
        var first = answer(asked: 0)
        first.server = .pipeWire
        var clock = PulseClock(first, startingAt: .zero)
        var second = answer(asked: 100)
        second.server = .pipeWire
        clock.take(second)
        #expect(clock.firstReplaceable(at: time(100)) == second.read + 336)
    }
}
