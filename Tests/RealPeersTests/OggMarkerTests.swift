import Foundation
import TestFiles
import TestServers
import Testing

/// Markers in the comments of a live stream of Ogg, as the built player plays them.
@Suite("Markers in Ogg comments", .timeLimit(.minutes(2))) struct OggMarkerTests {
    @Test("start a break at the first frame of the link that has them, and end it with the next")
    func exact() async throws {
        let folder = try TemporaryFolder()
        let make = { (name: String, seconds: Int, tags: [String]) throws -> [UInt8] in
            let file = folder.file(name + ".ogg")
            _ = try Command(
                [
                    "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                    "sine=440:r=48000:d=\(seconds)", "-ac", "2",
                ] + tags.flatMap { ["-metadata", $0] } + ["-c:a", "flac", "-f", "ogg", file]
            ).successful()
            return try [UInt8](Data(contentsOf: URL(filePath: file)))
        }
        let stream =
            try make("song", 3, ["TITLE=Song"])
            + make("ad", 4, ["adw_ad=true", "durationMilliseconds=9000"])
            + make("next", 5, ["TITLE=Next"])
        let spot = folder.file("spot.wav")
        _ = try Command([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=880:r=48000:d=4", spot,
        ]).successful()
        let server = FaultServer { _, index in
            index == 0
                ? [.head("200 OK", "Content-Type: application/ogg"), .send(stream), .stall]
                : [.stall]
        }
        defer { server.stop() }
        let player = try Player(
            server.address("/live.ogg"),
            ["--clock", "virtual", "--fill", spot, "--duration", "10s"])
        let outcome = try await onThread { player.finish(within: .seconds(60)) }
        let cues = outcome.events.all("cue.seen")
        #expect(cues.map(\.streamFrame) == [144_000], "\(outcome.log)")
        #expect(outcome.events.all("cue.merged").compactMap(\.streamFrame) == [336_000])
        #expect(outcome.events.all("slot.started").map(\.frame) == [144_000], "\(outcome.log)")
        #expect(outcome.events.all("stream.resumed").map(\.frame) == [336_000])
    }
}
