import HLSPlaylists
import MediaTime
import Testing

@testable import HLSStreaming

@Suite("The choice among bandwidths")
struct ThroughputLadderTests {
    private static func ladder() throws -> ThroughputLadder {
        guard
            case .multivariant(let playlist) = try HLSVariantTests.audio(64_000, 128_000, 256_000)
        else { throw HLSFailure.noAudio }
        return ThroughputLadder(try HLSChoices(playlist))
    }

    /// What is decided after three segments that load ten times as fast as they play.
    private static func afterQuickSegments(
        _ ladder: inout ThroughputLadder, at second: Int
    ) -> Int? {
        var decision: Int?
        for _ in 0..<3 {
            decision = ladder.note(
                .milliseconds(400), toLoad: .seconds(4), at: .seconds(second))
        }
        return decision
    }

    @Test("a higher one is tried after twenty seconds, at the third quick segment")
    func rising() throws {
        var ladder = try Self.ladder()
        #expect(ladder.current == 2)
        ladder.change(to: 1, at: .zero)
        #expect(Self.afterQuickSegments(&ladder, at: 19) == nil)
        ladder.change(to: 1, at: .zero)
        let decisions = (0..<3).map { _ in
            ladder.note(.milliseconds(400), toLoad: .seconds(4), at: .seconds(20))
        }
        #expect(decisions == [nil, nil, 2])
    }

    @Test("one that was too much is tried again after twice as long, and at most ten minutes")
    func patience() throws {
        var ladder = try Self.ladder()
        ladder.change(to: 1, at: .zero)
        var (now, patience) = (20, 20)
        for _ in 0..<8 {
            ladder.change(to: 2, at: .seconds(now))
            ladder.change(to: 1, at: .seconds(now))
            patience = min(2 * patience, 600)
            var early = ladder
            #expect(Self.afterQuickSegments(&early, at: now + patience - 1) == nil, "\(patience)")
            now += patience
            #expect(Self.afterQuickSegments(&ladder, at: now) == 2, "\(patience)")
        }
        #expect(patience == 600)
    }

    @Test("one whose playlist cannot be loaded is not tried again at once")
    func refusal() throws {
        var ladder = try Self.ladder()
        ladder.change(to: 1, at: .zero)
        ladder.refuseChange(at: .seconds(20))
        #expect(Self.afterQuickSegments(&ladder, at: 59) == nil)
        #expect(Self.afterQuickSegments(&ladder, at: 60) == 2)
    }

    @Test(
        "the patience for a higher one is the shortest again after four times as long without a try",
        arguments: [(180, 40), (181, 20)])
    func forgotten(second: Int, patience: Int) throws {
        var ladder = try Self.ladder()
        ladder.change(to: 1, at: .zero)
        ladder.refuseChange(at: .seconds(20))
        ladder.change(to: 0, at: .seconds(second))
        var early = ladder
        #expect(Self.afterQuickSegments(&early, at: second + patience - 1) == nil)
        #expect(Self.afterQuickSegments(&ladder, at: second + patience) == 1)
    }

    @Test("the first one is tried after the third quick segment too; a slow one resets the count")
    func count() throws {
        guard case .multivariant(let playlist) = try HLSVariantTests.audio(64_000, 128_000) else {
            throw HLSFailure.noAudio
        }
        var ladder = ThroughputLadder(try HLSChoices(playlist))
        ladder.change(to: 0, at: .zero)
        func note(_ milliseconds: Int) -> Int? {
            ladder.note(.milliseconds(milliseconds), toLoad: .seconds(4), at: .seconds(30))
        }
        #expect([400, 400, 1600, 400, 400].map(note) == [nil, nil, nil, nil, nil])
        #expect(note(400) == 1)
    }

    @Test("another one than that which cannot be loaded is the next lower, or the highest, if any")
    func others() throws {
        func others(_ rates: Int...) throws -> [Int?] {
            guard case .multivariant(let playlist) = try HLSVariantTests.audio(rates) else {
                throw HLSFailure.noAudio
            }
            var ladder = ThroughputLadder(try HLSChoices(playlist))
            return rates.indices.map { choice in
                ladder.change(to: choice, at: .zero)
                return ladder.other()
            }
        }
        #expect(try others(64_000, 128_000, 256_000) == [2, 0, 1])
        #expect(try others(64_000, 128_000) == [1, 0])
        #expect(try others(64_000) == [nil])
    }

    @Test("a lower one is taken as soon as a segment takes more than 0.8 of its length")
    func falling() throws {
        var ladder = try Self.ladder()
        #expect(ladder.note(.milliseconds(3200), toLoad: .seconds(4), at: .zero) == nil)
        #expect(ladder.note(.milliseconds(3201), toLoad: .seconds(4), at: .zero) == 1)
        ladder.change(to: 0, at: .zero)
        #expect(ladder.isAtBottom)
        #expect(ladder.note(.seconds(8), toLoad: .seconds(4), at: .zero) == nil)
    }

    @Test("a higher one that needs far more is not tried, however little the present one needs")
    func growth() throws {
        guard case .multivariant(let playlist) = try HLSVariantTests.audio(1, 1000) else {
            throw HLSFailure.noAudio
        }
        var ladder = ThroughputLadder(try HLSChoices(playlist))
        ladder.change(to: 0, at: .zero)
        #expect(Self.afterQuickSegments(&ladder, at: 20) == nil)
    }
}
