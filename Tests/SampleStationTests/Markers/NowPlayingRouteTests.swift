import AdCues
import Advertising
import MediaTime
import SampleStation
import Testing

@Suite("The station's now-playing feed", .timeLimit(.minutes(1)))
struct NowPlayingRouteTests {
    /// The feed of a station at a time after going on air.
    private static func feed(
        at time: Duration, dialects: [MarkerDialect] = [.nowPlaying]
    ) async throws -> (status: Int, NowPlayingFeed?) {
        let hand = HandClock()
        hand.set(time)
        var configuration = try Samples.configuration()
        configuration.clock = hand.clock
        configuration.breaks = StationBreaks(every: .seconds(8), length: .seconds(3))
        configuration.markers = dialects
        return try await SampleStation.withStation(configuration) { addresses in
            let answer = try await StationClient(base: addresses.url).get("/now-playing.xml")
            guard answer.status == 200 else { return (answer.status, nil) }
            return (
                200, try NowPlayingFeed(parsing: answer.body, address: addresses.url)
            )
        }
    }

    @Test(
        "names each break once it plays, and the programme after it",
        arguments: [
            (7, []), (8, [TritonCue.ad]), (11, [.ad, .track]), (17, [.ad, .track, .ad]),
        ] as [(Int, [TritonCue])])
    func entries(second: Int, kinds: [TritonCue]) async throws {
        let (_, feed) = try await Self.feed(at: .seconds(second))
        let entries = try #require(feed?.entries)
        #expect(entries.map(\.kind) == kinds)
        #expect(entries.first?.duration == (kinds.isEmpty ? nil : .seconds(3)))
        if kinds.count == 3 {
            #expect(entries[2].start.timeIntervalSince(entries[0].start) == 8)
            #expect(entries[1].isSong)
        }
    }

    @Test("has the last ten breaks")
    func length() async throws {
        let (_, feed) = try await Self.feed(at: .seconds(8 * 50))
        #expect(feed?.entries.count { $0.kind == .ad } == 10)
        #expect(feed?.entries.last?.adID == "50")
    }

    @Test("is there only if it is asked for")
    func absent() async throws {
        #expect(try await Self.feed(at: .seconds(20), dialects: [.adsWizz]).status == 404)
    }
}
