import TestFiles
import TestServers
import Testing

/// The station's now-playing feed, as the built player reads it.
@Suite("A15: the now-playing feed of the station", .timeLimit(.minutes(4)))
struct NowPlayingTests {
    @Test("starts breaks where the blocks of the same stream have them, within a second")
    func played() async throws {
        let folder = try TemporaryFolder()
        let spot = folder.file("spot.wav")
        _ = try Command([
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=440:r=48000:d=1", spot,
        ]).successful()
        let station = try RunningStation([
            "--markers", "adswizz,now-playing", "--break-every", "10s", "--break-length", "4s",
        ])
        let player = try Player(
            try station.address("mp3"),
            [
                "--fill", spot, "--now-playing", try station.address("url") + "/now-playing.xml",
                "--now-playing-every", "1s",
            ])
        let outcome = try await onThread {
            try player.wait(for: "break.ended", count: 2, within: .seconds(90))
            player.interrupt()
            return player.finish(within: .seconds(30))
        }
        #expect(outcome.status == 0, "\(outcome.complaints)")
        let starts = { (source: String) in
            outcome.events.filter {
                $0.event.hasPrefix("cue.") && $0.source == source && $0.kind == "out"
            }.compactMap(\.streamFrame)
        }
        let blocks = starts("icy")
        let last = try #require(blocks.last)
        let feed = starts("now-playing").filter { $0 <= last }
        #expect(!feed.isEmpty, "\(outcome.log)")
        for place in feed {
            // A block comes up to a second after the first frame of the break.
            #expect(
                blocks.contains { (-48_000...96_000).contains($0 - place) },
                "\(outcome.log)")
        }
    }
}
