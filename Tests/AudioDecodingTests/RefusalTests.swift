import AudioDecoding
import StreamFetching
import Foundation
import Testing

@Suite("Refusal")
struct RefusalTests {
    @Test(
        "a file without audio is named",
        arguments: [
            ([UInt8](), DecodingError.empty),
            (
                Array("<!DOCTYPE html><html><body>404</body></html>".utf8),
                .notAudio(found: "a web page")
            ),
            (Array("\u{FEFF} \n<html lang=en>".utf8), .notAudio(found: "a web page")),
            (Array("<?xml version='1.0'?><rss/>".utf8), .notAudio(found: "an XML document")),
            (
                Array("#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n".utf8),
                .notAudio(found: "a playlist")
            ),
            ([UInt8](repeating: 0, count: 300_000), .unrecognised),
            (Array("just some words that say nothing".utf8), .unrecognised),
        ])
    func named(bytes: [UInt8], error: DecodingError) throws {
        #expect(throws: error) { try decode(bytes) }
    }

    @Test("junk with an MP3 type is refused", arguments: [0, 0x55] as [UInt8])
    func junk(byte: UInt8) {
        #expect(throws: DecodingError.self) {
            try decode([UInt8](repeating: byte, count: 300_000), hint: .mp3)
        }
    }

    @Test("a video without sound is refused")
    func video() throws {
        let bytes = try Samples.ffmpeg(
            ["-f", "lavfi", "-i", "testsrc=d=1:s=64x64", "-c:v", "mpeg4"], to: "silent.mp4")
        #expect(throws: DecodingError.noAudioStream(.mov)) { try decode(bytes) }
    }

    @Test(
        "a beginning that is cut off gives one clear error",
        arguments: ["a.wav", "a.flac", "a.m4a", "a.ogg", "a.mp3", "a.aac"], [1, 5, 20, 60])
    func cutOff(name: String, length: Int) throws {
        let bytes = try Samples.encoded([], to: name, count: 4000)
        #expect(throws: DecodingError.self) { try decode(Array(bytes.prefix(length))) }
    }

    @Test("a refusal by FFmpeg is reported in FFmpeg's own words")
    func words() throws {
        let bytes = try Samples.encoded([], to: "a.m4a", count: 4000)
        let error = #expect(throws: DecodingError.self) { try decode(Array(bytes.prefix(60))) }
        let told = error.map { "\($0)" } ?? ""
        #expect(told.contains("Invalid data found when processing input"), "\(told)")
    }

    @Test("a spot that is longer than allowed is rejected")
    func tooLong() throws {
        let bytes = try Samples.encoded(["-c:a", "libmp3lame"], to: "long.mp3")
        let decoder = SpotDecoder(reading: MemoryByteReader(bytes), limit: .seconds(2))
        #expect(throws: DecodingError.tooLong(limit: .seconds(2))) { try decoder.decode() }
    }

    @Test("a spot that never ends is rejected")
    func endless() throws {
        let bytes = try Samples.encoded(["-c:a", "libmp3lame"], to: "endless.mp3")
        let decoder = SpotDecoder(reading: EndlessReader(repeating: bytes), limit: .seconds(10))
        #expect(throws: DecodingError.tooLong(limit: .seconds(10))) { try decoder.decode() }
    }

    @Test("endless bytes without sound are rejected")
    func endlessJunk() throws {
        let decoder = SpotDecoder(
            reading: EndlessReader(repeating: [UInt8](repeating: 0, count: 1 << 20)), hint: .mp3,
            limit: .seconds(10))
        #expect(throws: DecodingError.soundless) { try decoder.decode() }
    }

    @Test("cancelling ends a decoder that waits for bytes")
    func cancelled() async throws {
        let reader = StalledReader()
        let decoder = SpotDecoder(reading: reader, limit: .seconds(10))
        let thread = Thread {
            reader.waitUntilRead()
            decoder.cancel()
        }
        thread.start()
        #expect(throws: DecodingError.cancelled) { try decoder.decode() }
    }

    @Test("an impossible sample rate is refused", arguments: [1, 999, 768_001, 0x7FFF_FFFF])
    func rate(rate: Int) throws {
        var bytes = try Samples.encoded(["-c:a", "pcm_u8"], to: "a.wav", count: 20_000)
        withUnsafeBytes(of: UInt32(rate).littleEndian) { bytes.replaceSubrange(24..<28, with: $0) }
        #expect(throws: DecodingError.self) { try decode(bytes) }
    }

    @Test("a wrong name or type does not matter", arguments: Container.allCases)
    func wrongHint(hint: Container) throws {
        for (name, codec) in [("a.mp3", "libmp3lame"), ("a.aac", "aac"), ("a.ogg", "libvorbis")] {
            let bytes = try Samples.encoded(["-c:a", codec], to: name, count: 20_000)
            #expect(try decode(bytes, hint: hint).frameCount > 20_000)
        }
    }
}
