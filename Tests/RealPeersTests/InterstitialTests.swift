import TestFiles
import TestServers
import Testing

/// Interstitials of a recording of HLS, as the built player plays them.
@Suite("Interstitials of HLS", .timeLimit(.minutes(2))) struct InterstitialTests {
    private static func server(of sound: SegmentedSound, _ attributes: String) -> FaultServer {
        let lines = [
            "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z",
            "#EXT-X-DATERANGE:ID=\"ad\",CLASS=\"com.apple.hls.interstitial\","
                + "START-DATE=\"2026-01-01T00:00:02Z\"," + attributes,
        ]
        let programme =
            sound.playlist(0..<6) { $0 == 0 ? lines : [] } + "#EXT-X-ENDLIST\n"
        let texts = [
            "/main.m3u8": programme,
            "/ads.json": #"{"ASSETS": [{"URI": "asset.m3u8", "DURATION": 2}]}"#,
            "/asset.m3u8": sound.playlist(0..<2) + "#EXT-X-ENDLIST\n",
        ]
        return FaultServer { request, _ in
            if let text = texts[request.target] {
                let isList = request.target.hasSuffix("json")
                return .answer(
                    Array(text.utf8),
                    type: isList ? "application/json" : "application/vnd.apple.mpegurl")
            }
            if let bytes = sound.resource(at: request.target) { return .answer(bytes) }
            return .answer(status: "404 Not Found")
        }
    }

    @Test(
        "are played from an asset or a list, at their frame, and the programme goes on as they say",
        arguments: [
            ("X-ASSET-URI=\"asset.m3u8\"", 0), ("X-ASSET-LIST=\"ads.json\"", 0),
            ("X-ASSET-LIST=\"ads.json\",X-RESUME-OFFSET=0", 1),
        ] as [(String, Int)])
    func played(attributes: String, inserted: Int) async throws {
        let sound = try SegmentedSound(.packedMP3, count: 6)
        let server = Self.server(of: sound, attributes)
        defer { server.stop() }
        let player = try Player(server.address("/main.m3u8"), ["--clock", "virtual"])
        let outcome = try await onThread { player.finish(within: .seconds(60)) }
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let leaving = inserted == 1 ? "stream.held" : "stream.muted"
        let left = try #require(outcome.events.all(leaving).first)
        let started = try #require(outcome.events.all("slot.started").first, "\(outcome.log)")
        let completed = try #require(outcome.events.all("slot.completed").first)
        let resumed = try #require(outcome.events.all("stream.resumed").first)
        #expect(left.frame == started.frame)
        #expect(resumed.frame == completed.frame)
        let length = inserted == 1 ? 0 : completed.frame - started.frame
        #expect(resumed.streamFrame.flatMap { to in left.streamFrame.map { to - $0 } } == length)
        #expect(abs((left.streamFrame ?? 0) - 96_000) <= 1152 * 2)
    }
}
