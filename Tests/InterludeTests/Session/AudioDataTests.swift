import AudioSinks
import Foundation
import Interlude
import MediaTime
import Synchronization
import TestFiles
import TestSignals
import Testing

@Suite("The audio that delegates get")
struct AudioDataTests {
    @Test(
        "M-audio-data: is the heard audio, in consecutive packets of 20 ms", .timeLimit(.minutes(1))
    )
    func packets() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("heard.wav")
        var configuration = SessionConfiguration(source: "live")
        configuration.duration = .frames(48_100)
        configuration.script = [.init(at: FrameTime(12_000), .push([.spot(1, frames: 24_000)]))]
        let collector = try await Self.play(configuration, writing: path)
        let packets = await collector.packets(count: 51)
        #expect(packets.map(\.frame) == (0..<51).map { FrameTime(Int64($0 * 960)) })
        #expect(packets.allSatisfy { $0.samples.count == 960 && $0.duration == .milliseconds(20) })
        let sound = try Sound(readingWAV: path)
        let heard = packets.flatMap(\.samples)
        for frame in stride(from: 0, to: 48_100, by: 97) {
            let expected = (sound.sample(frame) * 32_768).rounded(.toNearestOrEven)
            #expect(heard[frame] == Int16(saturating: Double(expected)))
        }
        #expect(heard[48_100...].allSatisfy { $0 == 0 })
    }

    @Test("does not delay a session for a slow delegate", .timeLimit(.minutes(1)))
    func slow() async throws {
        var configuration = SessionConfiguration(source: "live")
        configuration.duration = .seconds(20)
        let folder = try TemporaryFolder()
        let gate = DispatchSemaphore(value: 0)
        let collector = try await Self.play(
            configuration, writing: folder.file("heard.wav"), behind: gate)
        gate.signal()
        // Five seconds are kept.
        let packets = await collector.packets(count: 250)
        #expect(packets.count == 250)
    }

    /// Plays to the end, into a file.
    private static func play(
        _ configuration: SessionConfiguration, writing path: String,
        behind gate: DispatchSemaphore? = nil
    ) async throws -> Collector {
        let session = AudioSession(configuration) {
            let sink = try WAVSink(path: path, format: .float32, clock: .virtual)
            var parts = SessionParts(
                sink: sink, clock: .virtual, streams: MadeStreams(sink: sink), spots: MadeSpots())
            parts.audioData = .handedOn
            return parts
        }
        let collector = Collector(behind: gate)
        session.addDelegate(collector)
        try session.play()
        _ = await session.ended()
        return collector
    }

    private final class Collector: AudioSessionDelegate {
        private let gate: DispatchSemaphore?
        private let state = Mutex(State())

        private struct State {
            var packets: [AudioPacket] = []
            var wanted = Int.max
            var waiting: CheckedContinuation<Void, Never>?
        }

        init(behind gate: DispatchSemaphore?) {
            self.gate = gate
        }

        /// Waits until there are `count` packets.
        func packets(count: Int) async -> [AudioPacket] {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    state.wanted = count
                    if state.packets.count < count { state.waiting = continuation }
                    return state.packets.count >= count
                }
                if isThere { continuation.resume() }
            }
            return state.withLock { $0.packets }
        }

        func onAudioDataAvailable(_ audio: AudioPacket) {
            if state.withLock({ $0.packets.isEmpty }) { gate?.wait() }
            let waiting = state.withLock { state in
                state.packets.append(audio)
                defer { if state.packets.count >= state.wanted { state.waiting = nil } }
                return state.packets.count >= state.wanted ? state.waiting : nil
            }
            waiting?.resume()
        }
    }
}
