import Testing

@testable import AudioDecoding

@Suite("The header of a frame")
struct FrameHeaderTests {
    private static func header(_ bytes: UInt8...) -> FrameHeader? {
        // As a slice that does not begin at index 0.
        FrameHeader(([0, 0] + bytes + [0, 0, 0, 0, 0, 0, 0]).dropFirst(2).prefix(7))
    }

    @Test(
        "of MP3 gives the rate and the size",
        arguments: [
            (0xFB, 0x90, 44_100, 417), (0xFB, 0x92, 44_100, 418), (0xFA, 0x94, 48_000, 384),
            (0xFB, 0x96, 48_000, 385), (0xFB, 0x98, 32_000, 576), (0xF3, 0x90, 22_050, 261),
            (0xF3, 0x94, 24_000, 240), (0xF2, 0x98, 16_000, 360), (0xE3, 0x90, 11_025, 522),
            (0xE3, 0x94, 12_000, 480), (0xE3, 0x9A, 8000, 721),
        ] as [(UInt8, UInt8, Int, Int)])
    func layer3(second: UInt8, third: UInt8, rate: Int, size: Int) throws {
        let header = try #require(Self.header(0xFF, second, third))
        #expect(header.container == .mp3)
        #expect(header.sampleRate == rate)
        #expect(header.size == size)
    }

    @Test("of MP3 knows every bit rate of both versions")
    func bitRates() {
        let first = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        let second = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        for index in 1...14 {
            // A frame lasts 24 ms at these rates: 3 bytes for each kb/s.
            let third = UInt8(index) << 4 | 0x04
            #expect(Self.header(0xFF, 0xFB, third)?.size == 3 * first[index - 1])
            #expect(Self.header(0xFF, 0xF3, third)?.size == 3 * second[index - 1])
        }
    }

    @Test(
        "is not found in other bytes",
        arguments: [
            // No sync word, version 1, Layer II, no bit rate, a forbidden one, a forbidden rate.
            [0xFE, 0xFB, 0x90], [0xFF, 0xEB, 0x90], [0xFF, 0xFD, 0x90], [0xFF, 0xFB, 0x00],
            [0xFF, 0xFB, 0xF0], [0xFF, 0xFB, 0x9C], [0xFF, 0x00, 0x90],
        ] as [[UInt8]])
    func none(bytes: [UInt8]) {
        #expect(Self.header(bytes[0], bytes[1], bytes[2]) == nil)
    }

    @Test("takes seven bytes")
    func short() {
        #expect(FrameHeader([0xFF, 0xFB, 0x90, 0, 0, 0]) == nil)
        #expect(FrameHeader([0xFF, 0xFB, 0x90, 0, 0, 0, 0]) != nil)
    }

    /// An ADTS header with this index of a rate and this size.
    private static func adts(rate index: Int, size: Int) -> FrameHeader? {
        header(
            0xFF, 0xF1, UInt8(0x40 | index << 2), UInt8(0x80 | size >> 11),
            UInt8(size >> 3 & 0xFF), UInt8((size & 7) << 5 | 0x1F), 0xFC)
    }

    @Test("of ADTS gives the rate and the size", arguments: [7, 8, 255, 371, 2048, 8191])
    func adts(size: Int) throws {
        let rates = [
            96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000,
            11_025, 8000, 7350,
        ]
        for (index, rate) in rates.enumerated() {
            let header = try #require(Self.adts(rate: index, size: size))
            #expect(header.container == .aac)
            #expect(header.sampleRate == rate)
            #expect(header.size == size)
        }
        #expect(Self.adts(rate: 13, size: size) == nil)
        #expect(Self.adts(rate: 4, size: 6) == nil)
    }

    @Test("is like another one of the same format and rate")
    func alike() throws {
        let one = try #require(Self.header(0xFF, 0xFB, 0x90))
        let larger = try #require(Self.header(0xFF, 0xFB, 0xE0))
        let faster = try #require(Self.header(0xFF, 0xFB, 0x94))
        let other = try #require(Self.adts(rate: 4, size: 400))
        #expect(one.isAlike(larger))
        #expect(!one.isAlike(faster))
        #expect(!one.isAlike(other))
        #expect(!faster.isAlike(other))
    }
}

@Suite("A frame of MP3")
struct Layer3FrameTests {
    struct Layout: Sendable {
        let isMPEG1: Bool
        let isMono: Bool
        let isChecked: Bool
        let sideSize: Int

        static let all = [
            Layout(isMPEG1: true, isMono: false, isChecked: false, sideSize: 32),
            Layout(isMPEG1: true, isMono: true, isChecked: true, sideSize: 17),
            Layout(isMPEG1: false, isMono: false, isChecked: true, sideSize: 17),
            Layout(isMPEG1: false, isMono: true, isChecked: false, sideSize: 9),
        ]

        /// The parts of sound that the side information counts.
        var partCount: Int { (isMPEG1 ? 2 : 1) * (isMono ? 1 : 2) }

        /// A frame with 1s in all other fields of the side information.
        func frame(backStep: Int, partBits: [Int], data: [UInt8]) -> [UInt8] {
            var bits: [Bool] = []
            func append(_ value: Int, _ count: Int) {
                for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
            }
            append(backStep, isMPEG1 ? 9 : 8)
            let isPrivate = isMPEG1 ? (isMono ? 5 : 3) : (isMono ? 1 : 2)
            append(0xFF, isPrivate)
            if isMPEG1 { append(0xFF, isMono ? 4 : 8) }
            for part in partBits {
                append(part, 12)
                append(-1, isMPEG1 ? 47 : 51)
            }
            let side = stride(from: 0, to: bits.count, by: 8).map { start in
                (start..<start + 8).reduce(UInt8(0)) { $0 << 1 | (bits[$1] ? 1 : 0) }
            }
            let second: UInt8 = (isMPEG1 ? 0xFA : 0xF2) | (isChecked ? 0 : 1)
            return [0xFF, second, 0x94, isMono ? 0xC0 : 0x00] + (isChecked ? [9, 9] : []) + side
                + data
        }
    }

    private static func parsed(_ bytes: [UInt8]) -> Layer3Frame? {
        bytes.withUnsafeBytes { Layer3Frame($0) }
    }

    @Test("shows where its main data is, in every layout", arguments: Layout.all)
    func places(layout: Layout) throws {
        let parts = Array([1001, 402, 4095, 7].prefix(layout.partCount))
        let bytes = layout.frame(
            backStep: 201, partBits: parts, data: [UInt8](repeating: 0, count: 300))
        #expect(bytes.count == (layout.isChecked ? 6 : 4) + layout.sideSize + 300)
        let frame = try #require(Self.parsed(bytes))
        #expect(frame.backStep == 201)
        #expect(frame.farthestBackStep == (layout.isMPEG1 ? 511 : 255))
        #expect(frame.soundByteCount == (parts.reduce(0, +) + 7) / 8)
        #expect(frame.roomByteCount == 300)
        #expect(frame.format.channelCount == (layout.isMono ? 1 : 2))
        #expect(frame.format.sampleRate == (layout.isMPEG1 ? 48_000 : 24_000))
        // Both versions' frames last 24 ms at these rates.
        #expect(frame.ticks == 14_112_000 * 24 / 1000)
        #expect(frame.tag == nil)
    }

    @Test("that is cut off within its side information is none", arguments: Layout.all)
    func cut(layout: Layout) {
        let parts = [Int](repeating: 0, count: layout.partCount)
        let bytes = layout.frame(backStep: 0, partBits: parts, data: [])
        #expect(Self.parsed(bytes) != nil)
        #expect(Self.parsed(bytes.dropLast()) == nil)
        #expect(Self.parsed([]) == nil)
    }

    @Test("may hold an encoder's tag", arguments: ["Xing", "Info", "Nope"], Layout.all)
    func tag(name: String, layout: Layout) throws {
        let parts = [Int](repeating: 0, count: layout.partCount)
        func tag(flags: UInt8, dropping count: Int = 0) -> Layer3Frame.Tag? {
            let data = Array(name.utf8) + [0, 0, 0, flags, 1, 2, 3, 4]
            return Self.parsed(
                layout.frame(backStep: 0, partBits: parts, data: data.dropLast(count)))?.tag
        }
        guard name != "Nope" else {
            #expect(tag(flags: 1) == nil)
            return
        }
        #expect(tag(flags: 1)?.frameCount == 0x0102_0304)
        #expect(tag(flags: 15)?.frameCount == 0x0102_0304)
        #expect(try #require(tag(flags: 14)).frameCount == nil)
        #expect(tag(flags: 1, dropping: 1) == nil)
    }

    @Test("of ADTS is none")
    func other() {
        let adts: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x20, 0x1F, 0xFC]
        #expect(Self.parsed(adts + [UInt8](repeating: 0, count: 300)) == nil)
    }
}
