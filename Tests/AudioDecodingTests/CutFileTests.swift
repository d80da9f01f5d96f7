import AudioDecoding
import Testing

@Suite("A file that is cut off")
struct CutFileTests {
    /// The arguments of ffmpeg for a container that declares its length.
    static let cases = [
        ("cut.wav", ["-c:a", "pcm_s16le"]), ("cut.flac", ["-c:a", "flac"]),
        ("cut.mp3", ["-c:a", "libmp3lame", "-b:a", "128k"]),
        ("cut.m4a", ["-c:a", "aac", "-movflags", "+faststart"]),
    ]

    @Test("is decoded to its end, and says how much is missing", arguments: cases)
    func cut(name: String, arguments: [String]) throws {
        let bytes = try Samples.encoded(arguments, to: name)
        #expect(try decode(bytes).cut == nil)
        let spot = try decode(Array(bytes.prefix(bytes.count * 6 / 10)))
        let cut = try #require(spot.cut)
        #expect(cut.frameCount == spot.frameCount)
        let whole = 100_000 * 48_000 / 44_100
        #expect(abs(cut.declaredCount - whole) < 4_800, "\(cut)")
        #expect((whole / 3..<whole * 2 / 3).contains(cut.frameCount), "\(cut)")
    }

    @Test("says how much the file has, also if its beginning is left out")
    func offset() throws {
        let bytes = try Samples.encoded(["-c:a", "pcm_s16le"], to: "cut.wav")
        let spot = try decode(Array(bytes.prefix(bytes.count / 2)), from: .milliseconds(500))
        #expect(spot.cut?.frameCount == spot.frameCount + 24_000)
    }

    @Test("by less than half a second counts as whole, as with the padding of an encoder")
    func nearlyWhole() throws {
        let bytes = try Samples.encoded(["-c:a", "pcm_s16le"], to: "cut.wav")
        for (missing, isCut) in [(21_000, false), (24_000, true)] {
            let spot = try decode(Array(bytes.dropLast(missing * 4)))
            #expect((spot.cut != nil) == isCut, "\(missing) samples")
        }
    }

    @Test(
        "does not declare its length with the number that stands for an unknown one",
        arguments: [0xFFFF_FFFF, 0x7FFF_F000, 0] as [UInt32])
    func unknownLength(size: UInt32) throws {
        var bytes = try Samples.encoded(["-c:a", "pcm_s16le", "-bitexact"], to: "piped.wav")
        #expect(bytes[36..<40].elementsEqual("data".utf8))
        for (index, shift) in [0, 8, 16, 24].enumerated() {
            bytes[40 + index] = UInt8(truncatingIfNeeded: size >> shift)
        }
        let spot = try decode(bytes)
        #expect(spot.cut == nil)
        #expect(abs(spot.frameCount - 100_000 * 48_000 / 44_100) <= 1)
    }
}
