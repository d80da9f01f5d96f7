import AudioSinks
import Foundation
import HTTPAccess
import Interlude
import MediaTime
import TestServers
import Testing

@Suite("Pods in the kept part of a live stream over HTTP")
struct LiveStoreTests {
    /// The number of frames that a mount sends at first: whole packets of a demuxed WAV file.
    private static let firstCount = 600 * 512
    private static let credit = "opt-in@1000ms,interact@2000ms,done@8000ms"

    /// A live mount that sends all of ``MadeStreams``, most of it only once the stream is held, and
    /// nothing after that.
    private static func mount(goingOnAfter isHeld: Gate) -> FaultServer {
        let first = WAVBytes.body(MadeStreams.index[..<(2 * firstCount)])
        let rest = WAVBytes.body(MadeStreams.index[(2 * firstCount)...])
        return FaultServer { _, _ in
            [
                .head("200 OK", "Content-Type: audio/wav", "icy-name: test"),
                .send(WAVBytes.header()), .send(first), .wait(isHeld), .send(rest), .stall,
            ]
        }
    }

    /// Plays such a mount with a pod at 6 s, this many frames before the end of the sent ones.
    private func play(
        podOf length: Int, viewer: String, frames frameCount: Int
    ) async throws -> Outcome {
        let isHeld = Gate()
        let server = Self.mount(goingOnAfter: isHeld)
        defer { server.stop() }
        var scenario = try PodSessionScenario(server.address("/live"), pods: [], viewer: viewer)
        scenario.schedule = .init(breaks: [PodSessionScenario.pod(1, at: 288_000, length: length)])
        scenario.configuration.duration = .frames(frameCount)
        // All frames sent at first are there when the stream begins, except those a decoder holds.
        scenario.configuration.startThreshold = .frames(Self.firstCount - 576)
        scenario.isFromNetwork = true
        scenario.gate = (isHeld, "stream.held")
        let outcome = try await scenario.run()
        #expect(outcome.frames(of: "stream.held") == [288_000])
        #expect(outcome.sound[384..<288_000] == Sound.stream(384, count: 288_000 - 384))
        #expect(try outcome.replayed() == outcome.log)
        return outcome
    }

    @Test(
        "are left on exactly the first sample after the pod, or without a credit the placeholder",
        arguments: [(credit, 672_000, 432_000), ("opt-out@1000ms", 336_000, 336_000)])
    func landings(viewer: String, back: Int, target: Int) async throws {
        let outcome = try await play(
            podOf: PodSessionScenario.podLength, viewer: viewer, frames: back + 144_000)
        #expect(outcome.frames(of: "stream.resumed") == [back])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["\(target)"])
        let part = viewer == Self.credit ? "pod" : "placeholder"
        #expect(outcome.values("route", of: "\(part).skipped").first == "\"direct\"")
        #expect(
            outcome.sound[back + 384..<back + 144_000]
                == Sound.stream(target + 384, count: 144_000 - 384))
    }

    @Test("T-live-pod-end-future: without an end yet are awaited, as long as in real time")
    func filler() async throws {
        let outcome = try await play(podOf: 720_000, viewer: Self.credit, frames: 1_100_000)
        // 0.4 s were there after the placeholder's beginning, and more arrived later.
        let back = 1_008_000 - (Self.firstCount - 288_000)
        #expect(outcome.frames(of: "truex.fillerStarted") == [672_000])
        #expect(outcome.frames(of: "stream.resumed") == [back])
        #expect(outcome.values("streamFrame", of: "stream.resumed") == ["1008000"])
        #expect(outcome.values("route", of: "pod.skipped") == ["\"filled\""])
        #expect(outcome.sound[288_384..<back] == Sound.silence(count: back - 288_384))
        #expect(
            outcome.sound[back + 384..<1_100_000]
                == Sound.stream(1_008_384, count: 1_100_000 - back - 384))
    }
}
