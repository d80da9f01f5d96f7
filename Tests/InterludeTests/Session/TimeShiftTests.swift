import Advertising
import Interlude
import MediaTime
import Testing

@Suite("A time-shifted listener of a live mount", .timeLimit(.minutes(1)))
struct TimeShiftTests {
    private static let spotCount = 24_000
    private static let spot = [Float](repeating: 0.5, count: 2 * spotCount)

    /// The place of a push at the live edge: as far behind the edge as the listener began.
    private static let place = LiveMount.edge - LiveMount.firstCount

    /// How long both places are heard when the listener jumps.
    private static let crossfade = 2400

    /// The tolerance of the place: the estimated movement of the edge between two reports.
    private static let slack = FrameTime.rate

    /// A delay behind live with which the listener is nearly 5 s before that place, so that the
    /// commands after it are certain to be carried out before, and a shorter one.
    private static let delay = LiveMount.firstCount + 236_800
    private static let shorterDelay = LiveMount.firstCount + 50_848

    @Test("hears an advertisement at its point of the programme, and the stream after it")
    func delayed() async throws {
        let outcome = try await LiveMount.run(spot: Self.spot) { session, listener in
            try await listener.receives()
            _ = await session.send(.setDelay(.frames(Self.delay)))
            try await listener.hears("stream.shifted")
            _ = await session.send(.pushAtLiveEdge([listener.spot]))
        }
        let started = try #require(outcome.frames(of: "slot.started").first)
        try check(outcome, from: LiveMount.edge - Self.delay, spotAt: started)
        // The listener reached it by playing.
        #expect(outcome.values("streamFrame", of: "stream.shifted").count == 1)
    }

    @Test("reaches it sooner when the delay is reduced, at the same point")
    func retimed() async throws {
        let outcome = try await LiveMount.run(spot: Self.spot) { session, listener in
            try await listener.receives()
            _ = await session.send(.setDelay(.frames(Self.delay)))
            try await listener.hears("stream.shifted")
            _ = await session.send(.pushAtLiveEdge([listener.spot]))
            _ = await session.send(.setDelay(.frames(Self.shorterDelay)))
        }
        let started = try #require(outcome.frames(of: "slot.started").first)
        try check(outcome, from: LiveMount.edge - Self.shorterDelay, spotAt: started)
        let shifts = outcome.frames(of: "stream.shifted")
        try #require(shifts.count == 2)
        #expect(started - shifts[0] < Self.delay - LiveMount.firstCount)
    }

    /// Checks, sample for sample, that the listener heard the stream from `frame` on since the
    /// last shift, the spot at ``place``, and the stream after it without an interruption.
    private func check(_ outcome: Outcome, from frame: Int, spotAt started: Int) throws {
        #expect(outcome.values("streamFrame", of: "stream.shifted").last == "\(frame)")
        let shifted = try #require(outcome.frames(of: "stream.shifted").last)
        let heard = shifted + Self.crossfade..<started
        #expect(
            outcome.sound[heard]
                == Sound.stream(frame + heard.lowerBound - shifted, count: heard.count))
        let reached = frame + started - shifted
        #expect(reached >= Self.place && reached < Self.place + Self.slack)
        let over = started + Self.spotCount
        #expect(
            outcome.sound[started + 384..<over - 384]
                == Sound.spot(0.5, count: Self.spotCount - 768))
        let count = LiveMount.restCount - 384
        #expect(
            outcome.sound[over + 384..<over + LiveMount.restCount]
                == Sound.stream(reached + Self.spotCount + 384, count: count))
    }
}
