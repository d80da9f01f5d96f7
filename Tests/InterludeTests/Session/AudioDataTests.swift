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
        let packets = try await Self.play(configuration, writing: path)
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

    @Test(
        "are all there at the end in virtual time, however slow the delegate",
        .timeLimit(.minutes(1)))
    func slow() async throws {
        let folder = try TemporaryFolder()
        var configuration = SessionConfiguration(source: "live")
        configuration.duration = .seconds(20)
        let session = Self.session(configuration, writing: folder.file("heard.wav"))
        let asker = Asker(session)
        session.addDelegate(asker)
        try session.play()
        _ = await session.ended()
        #expect(asker.packetCount.withLock { $0 } == 1000)
    }

    /// Plays to the end, into a file.
    private static func play(
        _ configuration: SessionConfiguration, writing path: String
    ) async throws -> [AudioPacket] {
        let session = session(configuration, writing: path)
        let collector = Collector()
        session.addDelegate(collector)
        try session.play()
        _ = await session.ended()
        return collector.packets
    }

    private static func session(
        _ configuration: SessionConfiguration, writing path: String
    ) -> AudioSession {
        AudioSession(configuration) {
            let sink = try WAVSink(path: path, format: .float32, clock: .virtual)
            var parts = SessionParts(
                sink: sink, clock: .virtual, streams: MadeStreams(sink: sink), spots: MadeSpots())
            parts.audioData = .handedOn
            return parts
        }
    }

    private final class Collector: AudioSessionDelegate {
        private let state = Mutex<[AudioPacket]>([])
        var packets: [AudioPacket] { state.withLock { $0 } }

        func onAudioDataAvailable(_ audio: AudioPacket) { state.withLock { $0.append(audio) } }
    }

    /// Waits for an answer of the session for each packet, while the sink plays on.
    private final class Asker: AudioSessionDelegate {
        private let session: AudioSession
        let packetCount = Mutex(0)

        init(_ session: AudioSession) { self.session = session }

        func onAudioDataAvailable(_ audio: AudioPacket) {
            #expect(session.advertisements.getAdvertisement() == nil)
            packetCount.withLock { $0 += 1 }
        }
    }
}
