import TestFiles
import TestServers
import Testing

/// Streams that cannot be played.
@Suite("Streams that cannot be played", .timeLimit(.minutes(4)))
struct UselessStreamTests {
    @Test(
        "one that the server compresses is rejected at once, with one line",
        arguments: ["gzip", "br"])
    func packed(coding: String) throws {
        let server = FaultServer { _, _ in
            [.head("200 OK", "Content-Type: audio/mpeg", "Content-Encoding: \(coding)"), .pour]
        }
        defer { server.stop() }
        let run = try CommandRun(["play", server.address("/live"), "--sink", "null"])
        #expect(run.status == 65, "\(run.lines)")
        let told = run.lines.filter { $0.hasPrefix("interlude: ") }
        #expect(told.count == 1 && told[0].contains("(\(coding))"), "\(run.lines)")
        #expect(server.requests.map { $0.headers["accept-encoding"] } == ["identity"])
    }

    @Test(
        "endless noise is rejected within some megabytes, with one line",
        arguments: ["audio/mpeg", "audio/aac"], [1, 2, 3] as [UInt64])
    func noise(type: String, seed: UInt64) throws {
        let server = FaultServer { _, _ in
            [.head("200 OK", "Content-Type: \(type)", "icy-name: Noise"), .pourNoise(seed: seed)]
        }
        defer { server.stop() }
        let run = try CommandRun(["play", server.address("/live"), "--sink", "null"])
        #expect(run.status == 65, "\(run.lines)")
        #expect(run.lines.filter { $0.hasPrefix("interlude: ") }.count == 1, "\(run.lines)")
        #expect(server.requests.count == 1)
        #expect(server.pouredByteCount < 16 << 20)
    }

    @Test(
        "endless bytes without audio are rejected, with one line", arguments: SoundlessStream.all)
    func soundless(stream: SoundlessStream) throws {
        let server = FaultServer { _, _ in
            [
                .head("200 OK", "Content-Type: \(stream.type)"), .send(stream.beginning),
                .pourAgain(stream.rest),
            ]
        }
        defer { server.stop() }
        let run = try CommandRun(
            ["play", server.address("/live"), "--sink", "null"], within: .seconds(120),
            processorSeconds: 20)
        #expect(run.status == 65 || run.status == 69, "\(run.lines)")
        #expect(run.lines.filter { $0.hasPrefix("interlude: ") }.count == 1, "\(run.lines)")
    }
}
