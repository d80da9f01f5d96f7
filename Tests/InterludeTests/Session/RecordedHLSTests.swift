import Interlude
import MediaTime
import TestFiles
import TestServers
import Testing

/// A recording over HLS with marked breaks, in virtual time: it arrives as fast as it is played.
@Suite("A recording over HLS in virtual time", .timeLimit(.minutes(3)))
struct RecordedHLSTests {
    private static let segmentCount = 5
    /// How often the segments repeat: 250 seconds, which take real time minutes.
    private static let loopCount = 50
    private static let spotLength = 24_000

    /// The segments again and again, with a break in each second repetition.
    private static func playlist(_ sound: SegmentedSound) -> String {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD",
        ]
        for loop in 0..<loopCount {
            if loop > 0 { lines.append("#EXT-X-DISCONTINUITY") }
            for index in 0..<segmentCount {
                if loop % 2 == 1, index == 1 { lines.append("#EXT-X-CUE-OUT:2.0") }
                if loop % 2 == 1, index == 3 { lines.append("#EXT-X-CUE-IN") }
                lines += ["#EXTINF:1.0,", "\(index)"]
            }
        }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }

    private static func played(_ sound: SegmentedSound) async throws -> Outcome {
        let text = Array(playlist(sound).utf8)
        let server = FaultServer { request, _ in
            if request.target == "/a.m3u8" {
                return .answer(text, type: "application/vnd.apple.mpegurl")
            }
            return sound.resource(at: request.target).map { .answer($0) }
                ?? .answer(status: "404 Not Found")
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let spot = [Float](repeating: 0.5, count: 2 * spotLength)
        try folder.write(WAVBytes.file(spot), to: "spot.wav")
        var source = PlayedSource(server.address("/a.m3u8"))
        source.giveUp = .seconds(20)
        source.configuration.markers?.fill = [
            .init(id: 0, title: "spot", audioFileURL: folder.file("spot.wav"))
        ]
        return try await source.run()
    }

    /// The log without the addresses of server and spot.
    private static func log(of outcome: Outcome) -> [String] {
        outcome.records.map { record in
            let fields = record.fields.filter { $0.key != "url" }
            return "\(record.event) \(record.frame) \(fields)"
        }
    }

    @Test("keeps its place to the sample over all breaks, and has the same log each time")
    func breaks() async throws {
        let sound = try SegmentedSound(.packedAAC, count: Self.segmentCount)
        let first = try await Self.played(sound)
        let count = Self.loopCount / 2
        #expect(first.end == .asked)
        #expect(first.frames(of: "stream.muted").count == count)
        #expect(first.frames(of: "stream.resumed").count == count)
        for name in ["stream.muted", "stream.resumed"] {
            #expect(
                first.values("streamFrame", of: name) == first.frames(of: name).map { "\($0)" })
        }
        #expect(Set(first.values("behindLive", of: "stream.resumed").dropLast(12)) == ["60"])
        #expect(first.frames(of: "stream.underrun").isEmpty)
        #expect(first.frames(of: "slot.failed").isEmpty)
        // A cue becomes known a minute before its place, or with the first sound.
        let known = zip(first.frames(of: "cue.seen"), first.values("streamFrame", of: "cue.seen"))
        for (frame, place) in known where frame > 1 {
            #expect(try #require(Int(place)) - frame == 60 * 48_000)
        }
        let again = try await Self.played(sound)
        #expect(Self.log(of: again) == Self.log(of: first))
        #expect(again.sound == first.sound)
    }
}
