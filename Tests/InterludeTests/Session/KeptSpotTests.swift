import AudioSinks
import HTTPAccess
import Testing

@testable import Interlude
@testable import StreamFetching

@Suite("Spots that are kept for later", .timeLimit(.minutes(1)))
struct KeptSpotTests {
    @Test("are missed with a warning if their folder cannot be used")
    func noFolder() async throws {
        let cache = SpotCache(folder: "/dev/null/spots")
        let sink = HandSink(answering: .atOnce)
        let session = AudioSession(SessionConfiguration(source: "live")) {
            var parts = SessionParts(
                sink: sink, clock: .real, streams: MadeStreams(sink: sink), spots: MadeSpots())
            parts.spotCache = cache
            return parts
        }
        let listener = Listener()
        session.addDelegate(listener)
        try session.play()
        cache.keep([1], contentType: nil, CacheFields(), as: "one")
        try await listener.waits(for: "session.warning")
        let reason = listener.records.first { $0.event == "session.warning" }?["reason"]
        #expect(reason?.description.contains("spots are not kept for later: /dev/null") == true)
        _ = await session.send(.stop)
    }
}
