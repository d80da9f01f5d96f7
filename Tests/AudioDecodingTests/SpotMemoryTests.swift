import AudioDecoding
import Foundation
import MediaTime
import PCMAudio
import StreamFetching
import Testing

@Suite("The memory of spots")
struct SpotMemoryTests {
    /// Eight milliseconds of audio.
    private static let blockFrameCount = Matroska.blockFrameCount

    @Test(
        "lost packets become at most a minute of silence, and two seconds before the spot's sound",
        arguments: [2, 20, 200])
    func gap(lostCount: Int) throws {
        let file = Matroska(
            blockDuration: 60_000, blockCount: 1, lostCount: lostCount, repeatCount: 2)
        let spot = try SpotDecoder(reading: MemoryByteReader(file.bytes), limit: .seconds(100))
            .decode()
        #expect(spot.frameCount == 62 * FrameTime.rate + 2 * Self.blockFrameCount)
        #expect(spot.figures.concealed == 2 * lostCount)
    }

    @Test(
        "packets lost before a spot's sound become silence up to the limit, to the sample",
        arguments: [(700, 2, 1400), (700, 3, 2000), (1500, 2, 2000), (30, 70, 2000)])
    func start(blockDuration: UInt64, lostCount: Int, silence: Int) throws {
        let file = Matroska(blockDuration: blockDuration, blockCount: 1, lostCount: lostCount)
        let spot = try SpotDecoder(reading: MemoryByteReader(file.bytes), limit: .seconds(100))
            .decode()
        #expect(spot.frameCount == silence * FrameTime.rate / 1000 + Self.blockFrameCount)
    }

    @Test("repeated losses end the spot at its maximum length")
    func gaps() throws {
        let budget = MemoryBudget(byteCount: 256 << 20)
        let file = Matroska(blockDuration: 60_000, blockCount: 3, lostCount: 1, repeatCount: 4)
        let decoder = SpotDecoder(
            reading: MemoryByteReader(file.bytes), limit: .seconds(100), countedBy: budget)
        #expect(throws: DecodingError.tooLong(limit: .seconds(100))) { try decoder.decode() }
        #expect(budget.usedByteCount == 0)
    }

    @Test("a spot takes its samples' size from the budget until it is released")
    func counted() throws {
        let budget = MemoryBudget(byteCount: 64 << 20)
        let bytes = try Samples.encoded(["-c:a", "libmp3lame"], to: "a.mp3", count: 441_000)
        do {
            let spot = try SpotDecoder(
                reading: MemoryByteReader(bytes), limit: .seconds(60), countedBy: budget
            ).decode()
            #expect(budget.usedByteCount == spot.frameCount * 8)
        }
        #expect(budget.usedByteCount == 0)
    }

    @Test("a spot that exceeds the budget fails, and returns what it took")
    func overBudget() throws {
        let budget = MemoryBudget(byteCount: 9 << 20)
        let others = MemoryClaim(on: budget)
        #expect(others.grow(by: 1 << 20))
        let bytes = try Samples.encoded(["-c:a", "pcm_u8"], to: "a.wav", count: 44_100 * 30)
        let decoder = SpotDecoder(
            reading: MemoryByteReader(bytes), limit: .seconds(60), countedBy: budget)
        #expect(throws: DecodingError.overBudget(byteCount: 9 << 20)) { try decoder.decode() }
        #expect(budget.usedByteCount == 1 << 20)
    }

    @Test(
        "tables of a few bytes cannot take unlimited memory",
        arguments: [(1, 20_000_000), (1, 170_000_000), (6, 1_300_000), (16, 1_300_000)])
    func tables(trackCount: Int, sampleCount: UInt32) throws {
        let file = MP4(trackCount: trackCount, sampleCount: sampleCount)
        let before = try Self.residentByteCount(.most)
        #expect(throws: DecodingError.self) { try decode(file.bytes) }
        // Six tracks of 1.3 million samples take 280 MB while they are parsed. FFmpeg's own limit
        // refuses the index of 170 million samples, but not the 480 MB of 20 million.
        #expect(try Self.residentByteCount(.most) - before < 330 << 20)
    }

    @Test(
        "decoding leaves no memory allocated",
        arguments: [("a.wav", 441_000, 40), ("a.m4a", 4410, 200)])
    func released(name: String, frameCount: Int, decodeCount: Int) throws {
        let bytes = try Samples.encoded([], to: name, count: frameCount)
        _ = try decode(bytes)
        let before = try Self.residentByteCount(.now)
        for _ in 0..<decodeCount { _ = try decode(bytes) }
        #expect(try Self.residentByteCount(.now) - before < 20 << 20)
    }

    private enum Reading: String {
        /// The maximum of this process so far.
        case most = "VmHWM:"
        case now = "VmRSS:"
    }

    private static func residentByteCount(_ reading: Reading) throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(
            status.split(separator: "\n").first { $0.hasPrefix(reading.rawValue) })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }

    @Test("a length that a container states takes no memory", arguments: [90_000, 2_000_000])
    func declaredLength(seconds: Int) throws {
        let budget = MemoryBudget(byteCount: 5 << 20)
        var bytes = try Samples.encoded(
            ["-c:a", "pcm_s16le", "-bitexact"], to: "a.wav", count: 44_100)
        let size = UInt32(clamping: seconds * 176_400)
        withUnsafeBytes(of: size.littleEndian) { bytes.replaceSubrange(40..<44, with: $0) }
        let spot = try SpotDecoder(
            reading: MemoryByteReader(bytes), limit: .seconds(seconds), countedBy: budget
        ).decode()
        #expect(abs(spot.frameCount - FrameTime.rate) < 10)
    }
}
