import Testing

@testable import LatencyMeasuring

@Suite("The sound file of a measured player")
struct FloatWAVTests {
    @Test("is a WAV file of stereo floats at 48 kHz, with its own sizes")
    func bytes() {
        let chunks: [[UInt8]] = [
            Array("RIFF".utf8), [52, 0, 0, 0], Array("WAVEfmt ".utf8), [16, 0, 0, 0],
            // Floats, 2 channels, 48 000 frames and 384 000 bytes a second, 8 bytes a frame, 32 bits.
            [3, 0, 2, 0], [0x80, 0xbb, 0, 0], [0, 0xdc, 5, 0], [8, 0, 32, 0],
            Array("data".utf8), [16, 0, 0, 0],
            [0, 0, 0, 0x3f], [0, 0, 0x80, 0xbe], [0, 0, 0x80, 0x3f], [0, 0, 0, 0],
        ]
        #expect(FloatWAV.file(of: [0.5, -0.25, 1, 0]) == Array(chunks.joined()))
    }

    @Test("may have no end, and a header as long as requested", arguments: [52, 4096])
    func endless(byteCount: Int) {
        let header = FloatWAV.endlessHeader(byteCount: byteCount)
        #expect(header.count == byteCount)
        let unknown: [UInt8] = [0xff, 0xff, 0xff, 0xff]
        let whole = FloatWAV.file(of: [])
        #expect(header.prefix(8).elementsEqual(Array("RIFF".utf8) + unknown))
        #expect(header[8..<36] == whole[8..<36])
        #expect(header[36..<40].elementsEqual("JUNK".utf8))
        #expect(Int(header[40]) + Int(header[41]) << 8 == byteCount - 52)
        #expect(header[44..<byteCount - 8].allSatisfy { $0 == 0 })
        #expect(header.suffix(8).elementsEqual(Array("data".utf8) + unknown))
    }
}
