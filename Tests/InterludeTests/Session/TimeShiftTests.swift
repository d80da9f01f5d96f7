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
    private static let slack = FrameTime.rate / 2

    /// The listener's delay behind live, set about 1.7 s before that place.
    private static let delay = LiveMount.firstCount + 82_848
    private static let shorterDelay = LiveMount.firstCount + 50_848

    private let mount = LiveMount(frames: 264_000)
        .at(128_000, .setDelay(.frames(delay)))
        .at(140_000, .pushAtLiveEdge([Advertisement(id: 1, title: "late", audioFileURL: "")]))

    @Test("hears an advertisement at its point of the programme, and the stream after it")
    func delayed() async throws {
        let outcome = try await mount.run(spot: Self.spot)
        let started = try #require(outcome.frames(of: "slot.started").first)
        try check(outcome, from: LiveMount.edge - Self.delay, spotAt: started)
        // The listener reached it by playing.
        #expect(outcome.values("streamFrame", of: "stream.shifted").count == 1)
    }

    @Test("reaches it sooner when the delay is reduced, at the same point")
    func retimed() async throws {
        let later = try await mount.run(spot: Self.spot)
        let sooner = try await mount.at(152_000, .setDelay(.frames(Self.shorterDelay))).run(
            spot: Self.spot)
        let first = try #require(later.frames(of: "slot.started").first)
        let second = try #require(sooner.frames(of: "slot.started").first)
        try check(sooner, from: LiveMount.edge - Self.shorterDelay, spotAt: second)
        // 32000 frames nearer to live, 24000 frames later.
        #expect(abs(first - second - 8_000) < 2 * Self.slack)
    }

    /// Checks, sample for sample, that the listener heard the stream from `frame` on since the
    /// last shift, the spot at ``place``, and the stream after it without an interruption.
    private func check(_ outcome: Outcome, from frame: Int, spotAt started: Int) throws {
        // On a busy machine an output that ran dry would report that.
        #expect(!outcome.values("device", of: "stream.underrun").contains("none"))
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
        let count = outcome.sound.frameCount - over - 384
        #expect(
            outcome.sound[over + 384..<outcome.sound.frameCount]
                == Sound.stream(reached + Self.spotCount + 384, count: count))
    }
}
