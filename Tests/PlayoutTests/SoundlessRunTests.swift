import AudioDecoding
import Testing

@testable import Playout

@Suite("Packets without sound")
struct SoundlessRunTests {
    /// How many of 100,000 packets, 20 ms apart, are accepted before the source is rejected.
    private static func taken(
        _ byteCount: Int, every interval: Duration = .milliseconds(20),
        frames: (Int) -> Int = { _ in 0 }
    ) -> Int? {
        var run = SoundlessRun()
        for index in 0..<100_000 {
            do throws(DecodingError) {
                try run.take(byteCount, frameCount: frames(index), at: interval * index)
            } catch {
                return error == .soundless ? index + 1 : nil
            }
        }
        return nil
    }

    @Test("are rejected after some megabytes", arguments: [5000, 9 << 20])
    func bytes(byteCount: Int) {
        let limit = (SoundlessRun.byteLimit + byteCount - 1) / byteCount
        let expected = max(SoundlessRun.fewestPackets, limit)
        #expect(Self.taken(byteCount, every: .zero) == expected)
    }

    @Test("are rejected after ten seconds before the first sound")
    func time() {
        #expect(Self.taken(1) == 501)
    }

    @Test("are rejected after a thousand before the first sound, however fast they come")
    func count() {
        #expect(Self.taken(1, every: .zero) == SoundlessRun.packetLimit)
    }

    @Test("are accepted after a first sound, up to some megabytes")
    func later() {
        #expect(Self.taken(1) { min($0, 1) * 960 } == nil)
        let limit = SoundlessRun.byteLimit / 1024
        #expect(Self.taken(1024) { min($0, 1) * 960 } == limit + 2)
    }

    @Test("are counted from the last sound on", arguments: [2, 30])
    func between(interval: Int) {
        #expect(Self.taken(200_000) { $0 / interval * 960 } == nil)
    }
}
