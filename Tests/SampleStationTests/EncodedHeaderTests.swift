import SampleStation
import Testing

@Suite("Frame headers") struct EncodedHeaderTests {
    /// The four bytes of an MP3 frame's header, as the standard numbers their fields.
    static func mp3(
        version: UInt8 = 3, layer: UInt8 = 1, bitRate: UInt8 = 9, sampleRate: UInt8 = 0,
        padding: UInt8 = 0, mode: UInt8 = 0
    ) -> [UInt8] {
        [
            0xff, 0xe0 | version << 3 | layer << 1 | 1,
            bitRate << 4 | sampleRate << 2 | padding << 1, mode << 6,
        ]
    }

    /// The seven bytes of an ADTS header.
    static func adts(sampleRate: UInt8 = 3, byteCount: Int = 200, blockCount: UInt8 = 1) -> [UInt8]
    {
        [
            0xff, 0xf1, 0x40 | sampleRate << 2, 0x80 | UInt8(byteCount >> 11),
            UInt8(byteCount >> 3 & 255), UInt8(byteCount & 7) << 5 | 0x1f, 0xfc | (blockCount - 1),
        ]
    }

    @Test(
        "have the length of an MP3 frame in every version of MPEG",
        arguments: [
            (mp3(), 417, 1152, 44_100, 128), (mp3(padding: 1), 418, 1152, 44_100, 128),
            (mp3(bitRate: 14, sampleRate: 1), 960, 1152, 48_000, 320),
            (mp3(bitRate: 1, sampleRate: 2), 144, 1152, 32_000, 32),
            (mp3(version: 2, bitRate: 8), 208, 576, 22_050, 64),
            (mp3(version: 2, bitRate: 14, sampleRate: 1), 480, 576, 24_000, 160),
            (mp3(version: 0, bitRate: 1, sampleRate: 2), 72, 576, 8_000, 8),
            (mp3(version: 0, bitRate: 8, sampleRate: 0), 417, 576, 11_025, 64),
        ])
    func mp3Length(
        bytes: [UInt8], byteCount: Int, sampleCount: Int, sampleRate: Int, bitRate: Int
    ) throws {
        let header = try #require(MP3FrameHeader(at: 0, in: bytes))
        #expect(header.byteCount == byteCount && header.sampleCount == sampleCount)
        #expect(header.sampleRate == sampleRate && header.bitRate == bitRate)
        #expect(header.channelCount == 2)
        #expect(MP3FrameHeader(at: 3, in: [0, 0xff, 0] + bytes) == header)
    }

    @Test("know every bit rate of MP3, in kbit/s")
    func bitRates() {
        let rates = { (version: UInt8) in
            (1...14).compactMap {
                MP3FrameHeader(at: 0, in: Self.mp3(version: version, bitRate: $0))?.bitRate
            }
        }
        #expect(
            rates(3) == [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320])
        #expect(rates(2) == [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160])
        #expect(rates(0) == rates(2))
    }

    @Test("know one channel from two", arguments: [(0, 2), (1, 2), (2, 2), (3, 1)])
    func channels(mode: UInt8, count: Int) {
        #expect(MP3FrameHeader(at: 0, in: Self.mp3(mode: mode))?.channelCount == count)
    }

    @Test(
        "are not found where the bytes are no header of MP3",
        arguments: [
            mp3(version: 1), mp3(layer: 0), mp3(layer: 2), mp3(layer: 3), mp3(bitRate: 0),
            mp3(bitRate: 15), mp3(sampleRate: 3), [0xfe] + mp3().dropFirst(),
            [0xff, 0xdb] + mp3().dropFirst(2), mp3().dropLast(),
        ])
    func noMP3(bytes: [UInt8]) {
        #expect(MP3FrameHeader(at: 0, in: bytes) == nil)
    }

    @Test(
        "have the length and the rate of an ADTS frame",
        arguments: zip(
            [
                96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000,
                11_025, 8_000, 7_350,
            ], [7, 8, 15, 16, 200, 255, 256, 2047, 2048, 2049, 4096, 6145, 8191]))
    func adtsLength(sampleRate: Int, byteCount: Int) throws {
        let index = try #require(
            [
                96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000,
                11_025, 8_000, 7_350,
            ].firstIndex(of: sampleRate))
        let bytes = Self.adts(sampleRate: UInt8(index), byteCount: byteCount, blockCount: 3)
        let header = try #require(ADTSFrameHeader(at: 0, in: bytes))
        #expect(header.sampleRate == sampleRate && header.byteCount == byteCount)
        #expect(header.sampleCount == 3 * 1024)
        #expect(ADTSFrameHeader(at: 1, in: [0xff] + bytes) == header)
    }

    @Test(
        "are not found where the bytes are no header of ADTS",
        arguments: [
            adts(sampleRate: 13), adts(sampleRate: 15), adts(byteCount: 6), adts().dropLast(),
            [0xfe] + adts().dropFirst(), [0xff, 0xe1] + adts().dropFirst(2),
            [0xff, 0xf3] + adts().dropFirst(2),
        ] as [[UInt8]])
    func noADTS(bytes: [UInt8]) {
        #expect(ADTSFrameHeader(at: 0, in: bytes) == nil)
    }
}

@Suite("Frames of an MP3 file") struct MP3FileTests {
    private static func frame(
        _ header: [UInt8], byteCount: Int, _ marker: String = "", at place: Int = 0
    ) -> [UInt8] {
        var bytes = header + [UInt8](repeating: 0, count: byteCount - header.count)
        bytes.replaceSubrange(place..<place + marker.utf8.count, with: marker.utf8)
        return bytes
    }

    private static func places(_ file: [UInt8]) -> [Range<Int>] {
        FrameWalker<MP3FrameHeader>(file).map(\.frame.bytes)
    }

    @Test(
        "do not include the encoder's description, wherever its version of MPEG has it",
        arguments: [
            (EncodedHeaderTests.mp3(), 417, "Xing", 36),
            (EncodedHeaderTests.mp3(), 417, "Info", 36),
            (EncodedHeaderTests.mp3(mode: 3), 417, "Xing", 21),
            (EncodedHeaderTests.mp3(version: 2, bitRate: 8), 208, "Info", 21),
            (EncodedHeaderTests.mp3(version: 2, bitRate: 8, mode: 3), 208, "Xing", 13),
            (EncodedHeaderTests.mp3(), 417, "VBRI", 36),
            (EncodedHeaderTests.mp3(version: 2, bitRate: 8), 208, "VBRI", 36),
        ])
    func description(header: [UInt8], byteCount: Int, marker: String, place: Int) {
        let plain = Self.frame(header, byteCount: byteCount)
        let described = Self.frame(header, byteCount: byteCount, marker, at: place)
        let audio = [byteCount..<2 * byteCount]
        #expect(Self.places(described + plain) == audio)
        for other in [place - 1, place + 1] {
            let elsewhere = Self.frame(header, byteCount: byteCount, marker, at: other)
            #expect(Self.places(elsewhere + plain) == [0..<byteCount] + audio)
        }
    }

    @Test("include the last one before a tag at the end, and not one before other bytes")
    func trailer() {
        let frame = Self.frame(EncodedHeaderTests.mp3(), byteCount: 417)
        let both = [0..<417, 417..<834]
        #expect(Self.places(frame + frame) == both)
        #expect(Self.places(frame + frame + Array("TAG rest".utf8)) == both)
        #expect(Self.places(frame + frame + Array("APETAGEX rest".utf8)) == both)
        #expect(Self.places(frame + frame + Array("TA".utf8)) == [0..<417])
        #expect(
            Self.places([1, 2, 3] + frame + frame)
                == both.map { $0.lowerBound + 3..<$0.upperBound + 3 })
    }

    @Test("begin behind a tag, and behind its footer if it has one")
    func footer() {
        // Bytes of the tag's end and of the frames look like headers at the wrong distance.
        var frame = Self.frame(EncodedHeaderTests.mp3(), byteCount: 417)
        frame.replaceSubrange(407..<411, with: EncodedHeaderTests.mp3())
        let tail = EncodedHeaderTests.mp3() + [UInt8](repeating: 0, count: 6)
        let body = [UInt8](repeating: 0, count: 200)
        let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0x10, 0, 0, 1, 72] + body + tail
        #expect(Self.places(tag + frame + frame) == [220..<637, 637..<1054])
        let plain: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 72] + body
        #expect(Self.places(plain + frame + frame) == [210..<627, 627..<1044])
    }
}
