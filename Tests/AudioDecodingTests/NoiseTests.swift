import AudioDecoding
import Glibc
import StreamFetching
import TestServers
import Testing

@Suite("Noise")
struct NoiseTests {
    @Test(
        "is recognised before much of it is read", arguments: [Container.mp3, .aac],
        [1, 2, 3, 4] as [UInt64])
    func foundOut(container: Container, seed: UInt64) throws {
        var noise = Noise(seed: seed)
        let reader = EndlessReader(repeating: noise.bytes(4 << 20))
        var byteCount = 0
        #expect(throws: DecodingError.noise(container)) {
            var demuxer = try Demuxer(reading: reader, hint: container)
            while let packet = try demuxer.next() { byteCount = packet.bytePosition }
        }
        #expect(byteCount < 3 << 20)
    }

    @Test(
        "without anything like a frame is rejected after some megabytes",
        arguments: [Container.mp3, .matroska])
    func nothing(container: Container) {
        let beginning: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67, 0xFF]
        let padding: [UInt8] = [0xEC, 0x4F, 0xFE] + [UInt8](repeating: 0, count: 4094)
        let reader = EndlessReader(
            after: container == .matroska ? beginning : [],
            repeating: container == .matroska ? padding : [UInt8](repeating: 0, count: 4096))
        #expect(throws: DecodingError.soundless) {
            var demuxer = try Demuxer(reading: reader, hint: container)
            while let packet = try demuxer.next() { _ = packet.byteCount }
        }
    }

    @Test("is not confused with audio that has damaged parts")
    func damaged() throws {
        var noise = Noise(seed: 5)
        var bytes = try Samples.encoded(
            ["-c:a", "libmp3lame", "-b:a", "128k"], to: "long.mp3", count: 40 * 44_100)
        for start in stride(from: 20_000, to: bytes.count - 2000, by: 40_000) {
            bytes.replaceSubrange(start..<start + 2000, with: noise.bytes(2000))
        }
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes), hint: .mp3)
        var last = 0
        while let packet = try demuxer.next() { last = packet.bytePosition }
        #expect(last > bytes.count - 4000)
    }

    @Test("FFmpeg that cannot be loaded for want of descriptors is not reported as missing")
    func noFiles() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 3, rlim_max: 3)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            do throws(DecodingError) {
                _ = try Demuxer(reading: MemoryByteReader([0xFF]), hint: .mp3)
                preconditionFailure("FFmpeg was loaded without a file")
            } catch {
                let words = error.description
                precondition(words.contains("raise the limit with 'ulimit -n'"), words)
                precondition(!words.contains("apt-get"), words)
            }
        }
    }
}
