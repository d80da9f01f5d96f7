import Foundation
import Interlude
import MediaTime
import TestFiles
import TestServers
import Testing

@Suite("An MP4 whose index is at its end", .timeLimit(.minutes(5)))
struct IndexAtEndTests {
    private static let frameCount = 16 * FrameTime.rate

    /// 6 MB of samples, and then the index.
    private static let file = Result {
        let folder = try TemporaryFolder()
        let samples = Array(MadeStreams.index[..<(2 * frameCount)])
        let input = try folder.write(WAVBytes.file(samples), to: "a.wav")
        let output = folder.file("a.mov")
        try Command([
            "ffmpeg", "-nostdin", "-v", "error", "-i", input, "-c:a", "pcm_f32le", output,
        ]).successful()
        return try [UInt8](Data(contentsOf: URL(filePath: output)))
    }

    @Test("plays from a server with byte ranges, which sends few bytes twice")
    func ranges() async throws {
        let file = try Self.file.get()
        let server = FaultServer { request, _ in .file(file, for: request) }
        defer { server.stop() }
        let outcome = try await PlayedSource(server.address("/a.m4a")).run()
        #expect(outcome.end == .asked, "\(outcome.end)")
        #expect(outcome.sound == Sound.stream(0, count: Self.frameCount))
        #expect(server.requests.count <= 4)
    }

    @Test("plays from a server without byte ranges", arguments: ["Content-Length", "chunked"])
    func download(framing: String) async throws {
        let file = try Self.file.get()
        let server = FaultServer { _, _ in
            framing == "chunked"
                ? [
                    .head("200 OK", "Content-Type: audio/mp4", "Transfer-Encoding: chunked"),
                    .chunk(file), .chunk([]),
                ] : .answer(file, type: "audio/mp4")
        }
        defer { server.stop() }
        let outcome = try await PlayedSource(server.address("/a.m4a")).run()
        #expect(outcome.end == .asked, "\(outcome.end)")
        #expect(outcome.sound == Sound.stream(0, count: Self.frameCount))
    }

    @Test("plays on at the requested frame after a seek", arguments: [true, false])
    func seek(withRanges: Bool) async throws {
        let file = try Self.file.get()
        let server = FaultServer { request, _ in
            withRanges ? .file(file, for: request) : .answer(file, type: "audio/mp4")
        }
        defer { server.stop() }
        let outcome = try await PlayedSource(server.address("/a.m4a"))
            .at(24_000, .seek(.seconds(12))).run()
        #expect(outcome.values("streamFrame", of: "stream.shifted") == ["576000"])
        let end = 24_000 + Self.frameCount - 576_000
        #expect(outcome.sound.frameCount == end)
        #expect(outcome.sound[24_384..<end] == Sound.stream(576_384, count: end - 24_384))
    }

    @Test("a seek skips what is before it, and lands at exactly that frame")
    func leap() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.m4a")
        try Command([
            "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
            "anoisesrc=d=60:r=44100:seed=1:a=0.3", "-ac", "2", "-c:a", "aac", "-b:a", "320k",
            // The decoder substitutes random noise, from a seed that depends on where it began.
            "-aac_pns", "0", path,
        ]).successful()
        let file = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let server = FaultServer { request, _ in .file(file, for: request) }
        defer { server.stop() }
        let whole = try await PlayedSource(path).run().sound
        let outcome = try await PlayedSource(server.address("/a.m4a"))
            .at(24_000, .seek(.seconds(50))).run()
        #expect(outcome.values("streamFrame", of: "stream.shifted") == ["2400000"])
        let count = whole.frameCount - 2_400_384
        #expect(outcome.sound.frameCount == 24_384 + count)
        #expect(
            outcome.sound[24_384..<24_384 + count] == whole[2_400_384..<2_400_384 + count])
        let starts = server.requests.compactMap(\.firstByte)
        #expect(starts.count <= 6)
        #expect(starts.contains { (file.count / 2..<file.count * 5 / 6).contains($0) }, "\(starts)")
    }
}
