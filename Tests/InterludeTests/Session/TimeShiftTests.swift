import Advertising
import Interlude
import MediaTime
import Testing

@Suite("A time-shifted listener of a live mount", .timeLimit(.minutes(1)))
struct TimeShiftTests {
    private static let spotCount = 24_000
    private static let spot = [Float](repeating: 0.5, count: 2 * spotCount)

    /// Where a push at the live edge belongs: as far behind the edge as the listener began.
    private static let place = LiveMount.edge - LiveMount.firstCount

    /// How long both places are heard where the listener goes from one to the other.
    private static let crossfade = 2400

    /// How far the place may be off: what the edge is reckoned to have moved between two reports.
    private static let slack = FrameTime.rate / 2

    /// How far behind live the listener goes, some 1.7 s before that place.
    private static let delay = LiveMount.firstCount + 82_848
    private static let shorterDelay = LiveMount.firstCount + 50_848

    private let mount = LiveMount(frames: 264_000)
        .at(128_000, .setDelay(.frames(delay)))
        .at(140_000, .pushAtLiveEdge([Advertisement(id: 1, title: "late", audioFileURL: "")]))

    @Test("hears an advertisement at its point of the programme, and goes on behind it")
    func delayed() async throws {
        let outcome = try await mount.run(spot: Self.spot)
        let started = try #require(outcome.frames(of: "slot.started").first)
        try check(outcome, from: LiveMount.edge - Self.delay, spotAt: started)
        // The listener came there by listening.
        #expect(outcome.values("streamFrame", of: "stream.shifted").count == 1)
    }

    @Test("comes to it sooner when the delay becomes less, at the same point")
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
    /// last shift, the spot at ``place``, and the stream after it as if it had gone on.
    private func check(_ outcome: Outcome, from frame: Int, spotAt started: Int) throws {
        // An output that ran dry, on a machine that is busy, would say so.
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
