import TestFiles
import TestServers
import Testing

/// Breaks that the station marks in its streams, as the built player plays them.
@Suite("Marked breaks of the station", .timeLimit(.minutes(4))) struct MarkedStreamTests {
    @Test("begin at the frame of their marker, over HLS in each form and over Icecast")
    func exact() async throws {
        let folder = try TemporaryFolder()
        let spot = folder.file("spot.wav")
        _ = try Command([
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=440:r=48000:d=1", spot,
        ]).successful()
        let station = try RunningStation([
            "--markers", "cue-out,adswizz", "--break-every", "8s", "--break-length", "4s",
        ])
        let hls = try ["ts", "fmp4", "aac", "mp3"].map { try station.address(form: $0) }
        let players = try (hls + [station.address("mp3")]).map {
            try Player($0, ["--fill", spot])
        }
        for player in players {
            let outcome = try await onThread {
                try player.wait(for: "break.ended", count: 2, within: .seconds(90))
                player.interrupt()
                return player.finish(within: .seconds(30))
            }
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let events = outcome.events
            let left = try #require(events.all("stream.muted").last)
            let marks = events.all("cue.seen").compactMap(\.streamFrame)
            #expect(left.streamFrame.map(marks.contains) == true, "\(outcome.log)")
            #expect(events.all("slot.started").contains { $0.frame == left.frame })
            for returned in events.all("stream.resumed") {
                let before = events.all("stream.muted").last { $0.frame <= returned.frame }
                guard let before, let from = before.streamFrame, let to = returned.streamFrame
                else { continue }
                #expect(to - from == returned.frame - before.frame)
            }
        }
    }
}
