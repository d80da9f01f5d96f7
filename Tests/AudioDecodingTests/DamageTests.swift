import AudioDecoding
import StreamFetching
import TestSignals
import Testing

@Suite("Damaged streams")
struct DamageTests {
    static let encodings: [(String, [String])] = [
        ("a.mp3", ["-c:a", "libmp3lame", "-b:a", "128k"]),
        ("a.aac", ["-c:a", "aac"]),
        ("a.m4a", ["-c:a", "aac"]),
        ("a.flac", ["-c:a", "flac"]),
        ("a.ogg", ["-c:a", "libvorbis"]),
        ("a.opus", ["-c:a", "libopus"]),
        ("a.ts", ["-c:a", "aac"]),
    ]

    @Test("a file that is cut off is heard as far as it goes", arguments: encodings)
    func truncated(encoding: (String, [String])) throws {
        // An MP4's table of contents is at its end.
        let arguments = encoding.1 + (encoding.0 == "a.m4a" ? ["-movflags", "faststart"] : [])
        let bytes = try Samples.encoded(arguments, to: encoding.0, count: 441_000)
        let whole = try decode(bytes).frameCount
        for share in [0.3, 0.77] {
            let cut = bytes.prefix(Int(Double(bytes.count) * share))
            let heard = try decode(Array(cut)).frameCount
            // Ogg pages last a second or more, and each one is decoded as a whole.
            #expect(abs(Double(heard) / Double(whole) - share) < 0.22, "\(heard) of \(whole)")
        }
    }

    @Test("flipped bits are concealed, and the sound lasts as long as it did", arguments: encodings)
    func flipped(encoding: (String, [String])) throws {
        let bytes = try Samples.encoded(encoding.1, to: encoding.0, count: 441_000)
        let whole = try decode(bytes).frameCount
        var random = SeededRandom(seed: 1)
        var differences: [Int] = []
        var concealed = 0
        for _ in 1...10 {
            var damaged = bytes
            for _ in 0..<(bytes.count / 12_500) {
                let bit = Int.random(in: (5000 * 8)..<(bytes.count * 7), using: &random)
                damaged[bit / 8] ^= 1 << (bit % 8)
            }
            let spot = try decode(damaged)
            differences.append(abs(spot.frameCount - whole))
            concealed += spot.figures.concealed
        }
        // libavformat silently drops an Ogg page with a wrong checksum.
        guard encoding.0 != "a.ogg", encoding.0 != "a.opus" else { return }
        differences.sort()
        #expect(differences[5] == 0)
        #expect(differences[9] < whole / 8)
        #expect(concealed > 0 || encoding.0 == "a.mp3")
    }

    @Test("decoding ends, whatever the bytes are", arguments: encodings)
    func garbled(encoding: (String, [String])) throws {
        let bytes = try Samples.encoded(encoding.1, to: encoding.0, count: 100_000)
        var random = SeededRandom(seed: 2)
        for round in 1...20 {
            var damaged = bytes
            for _ in 0..<(1 << (round / 2)) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                damaged[place] = UInt8.random(in: 0...255, using: &random)
            }
            do {
                #expect(try decode(damaged).frameCount > 0)
            } catch {
                #expect(error is DecodingError)
            }
        }
    }

    @Test(
        "packets last as long as their sound, whatever duration they state",
        arguments: [0, 8, 1 << 30, 1 << 45, 1 << 62, .max] as [UInt64])
    func endlessPackets(duration: UInt64) throws {
        let file = Matroska(blockDuration: duration)
        let spot = try decode(file.bytes)
        #expect(spot.frameCount == file.blockCount * Matroska.blockFrameCount)
        var demuxer = try Demuxer(reading: MemoryByteReader(file.bytes))
        var clock = StreamClock()
        while let packet = try demuxer.next() { clock.advance(packet.length) }
        #expect(clock.now.frames <= file.blockCount * 60 * 48_000)
    }

    @Test("samples that are not numbers become silence", arguments: [44_100, 48_000])
    func noNumbers(rate: Int) throws {
        let encoded = try Samples.encoded(["-c:a", "pcm_f32le"], to: "a.wav", rate: rate)
        let whole = try decode(encoded)
        var bytes = encoded
        let middle = bytes.count / 2 / 8 * 8
        for (index, float) in [Float.infinity, -.infinity, .nan].enumerated() {
            withUnsafeBytes(of: float.bitPattern.littleEndian) {
                bytes.replaceSubrange((middle + 4 * index)..<(middle + 4 * index + 4), with: $0)
            }
        }
        let spot = try decode(bytes)
        #expect(spot.frameCount == whole.frameCount)
        let different = zip(spot.samples, whole.samples).filter { $0 != $1 }
        #expect((3...200).contains(different.count))
        #expect(different.allSatisfy { $0.0.isFinite })
        let (loudness, expected) = (try #require(spot.loudness), try #require(whole.loudness))
        #expect(abs(loudness.integrated - expected.integrated) < 0.1)
        #expect(loudness.truePeak.isFinite)
    }
}
