import StreamFetching
import Testing

@testable import AudioDecoding

@Suite("Skipping packets")
struct LeapTests {
    /// Thirty seconds, or 1294 packets of 1024 samples.
    private static func m4a() throws -> [UInt8] {
        try Samples.encoded(["-c:a", "aac"], to: "a.m4a", count: 30 * 44_100)
    }

    /// Reads `count` packets.
    private static func skip(_ count: Int, in demuxer: inout Demuxer) throws {
        for _ in 0..<count { _ = try demuxer.next() }
    }

    @Test(
        "leads to exactly the right one, again and again",
        arguments: [200 * 1024, 200 * 1024 + 1023, 437 * 1024])
    func exact(count: Int) throws {
        let bytes = try Self.m4a()
        let whole = try PacketNote.all(in: bytes)
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        try Self.skip(3, in: &demuxer)
        var number = 3
        for _ in 0..<2 {
            #expect(demuxer.leap(over: count) == count / 1024 * 1024)
            number += count / 1024
            for _ in 0..<5 {
                guard let packet = try demuxer.next() else { break }
                #expect(PacketNote(packet) == whole[number])
                number += 1
            }
        }
    }

    @Test("ends with the last whole one")
    func end() throws {
        let bytes = try Self.m4a()
        let whole = try PacketNote.all(in: bytes)
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        try Self.skip(3, in: &demuxer)
        let skipped = demuxer.leap(over: 1 << 40)
        #expect(skipped % 1024 == 0)
        var rest: [PacketNote] = []
        while let packet = try demuxer.next() { rest.append(PacketNote(packet)) }
        #expect(rest == Array(whole.dropFirst(3 + skipped / 1024)))
        #expect((1...2).contains(rest.count))
    }

    @Test("is refused for fewer than 200 of them, and while the priming is trimmed")
    func refused() throws {
        let bytes = try Self.m4a()
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        #expect(demuxer.leap(over: 500 * 1024) == 0)
        try Self.skip(3, in: &demuxer)
        #expect(demuxer.leap(over: 200 * 1024 - 1) == 0)
        #expect(demuxer.leap(over: 200 * 1024) == 200 * 1024)
        // Fewer are left than that.
        try Self.skip(1000, in: &demuxer)
        #expect(demuxer.leap(over: 1 << 40) == 0)
        let whole = try PacketNote.all(in: bytes)
        guard let packet = try demuxer.next() else {
            Issue.record("there is no packet")
            return
        }
        #expect(PacketNote(packet) == whole[1203])
    }

    @Test(
        "is refused where the container has no exact index",
        arguments: [
            ("a.mp3", ["-c:a", "libmp3lame"]), ("a.flac", ["-c:a", "flac"]),
            ("a.aac", ["-c:a", "aac"]),
            ("a.mp4", ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"]),
            ("alac.m4a", ["-c:a", "alac"]), ("a.opus", ["-c:a", "libopus"]),
        ])
    func unindexed(name: String, arguments: [String]) throws {
        let bytes = try Samples.encoded(arguments, to: name, count: 10 * 44_100)
        var demuxer = try Demuxer(reading: MemoryByteReader(bytes))
        try Self.skip(3, in: &demuxer)
        #expect(demuxer.leap(over: 300 * 1024) == 0)
    }

    @Test("is refused in a stream that cannot seek")
    func live() throws {
        let bytes = try Samples.encoded(
            ["-c:a", "aac", "-movflags", "faststart"], to: "a.m4a", count: 30 * 44_100)
        var demuxer = try Demuxer(reading: TricklingReader(bytes, step: 1400))
        try Self.skip(3, in: &demuxer)
        #expect(demuxer.leap(over: 300 * 1024) == 0)
    }
}
