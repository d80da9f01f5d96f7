import AudioMixing
@testable import AudioSinks
import MediaTime
import PCMAudio
import TestFiles
import TestSignals
import Testing

@Suite("A WAV sink")
struct WAVSinkTests {
    /// Writes `signal` to `path`, and returns the sink's reports.
    @discardableResult
    private func write(
        _ signal: Signal, to path: String, as format: WAVFormat
    ) throws -> [SinkReport] {
        let store = signal.stored()
        let mix = PublishedMix()
        let log = ReportLog()
        let end = FrameTime(Int64(signal.frameCount))
        let clip = Clip(
            source: store.handle, output: FrameRange(.zero, end), sourceStart: .zero)
        mix.publish(MixPlan(clips: [clip]), keeping: [store])
        mix.grantedEnd = end
        let sink = try WAVSink(path: path, format: format, clock: .virtual)
        sink.start(rendering: mix, report: log.receive)
        _ = log.first { report in
            if case .failed = report { true } else { report == .heard(end) }
        }
        try sink.finish(within: .seconds(5))
        return log.reports
    }

    @Test("writes floats unchanged, with a matching header")
    func floats() throws {
        let folder = try TemporaryFolder()
        var signal = Signal.indexed(frameCount: 20_001)
        signal.samples[3] = -0.0
        signal.samples[4] = 9
        try write(signal, to: folder.file("out.wav"), as: .float32)
        let file = try WAVFile(path: folder.file("out.wav"))
        #expect(file.formatTag == 3 && file.bitsPerSample == 32)
        #expect(file.channelCount == 2 && file.sampleRate == 48_000)
        #expect(file.hasTrueSizes)
        let bits = file.floats.map(\.bitPattern)
        #expect(FirstDifference(bits, from: signal.samples.map(\.bitPattern)) == nil)
    }

    @Test("rounds to 16 bits, clips samples over full scale, and silences non-numbers")
    func integers() throws {
        let folder = try TemporaryFolder()
        let inputs: [Float] = [
            0, 0.5, -0.5, 0.999_99, 1, 1.5, -1, -2, .nan, 1.4 / 32768, 1.6 / 32768,
        ]
        let signal = Signal(frameCount: inputs.count) { inputs[$0] }
        try write(signal, to: folder.file("out.wav"), as: .integer16)
        let file = try WAVFile(path: folder.file("out.wav"))
        #expect(file.formatTag == 1 && file.bitsPerSample == 16 && file.hasTrueSizes)
        #expect(
            stride(from: 0, to: 22, by: 2).map { file.integers[$0] } == [
                0, 16_384, -16_384, 32_767, 32_767, 32_767, -32_768, -32_768, 0, 1, 2,
            ])
    }

    @Test("says what is wrong with an impossible path, and what to try")
    func noDirectory() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("none/out.wav")
        let error = #expect(throws: SinkFailure.self) {
            try WAVSink(path: path, format: .float32, clock: .virtual)
        }
        #expect(error?.description.contains(path) == true)
        #expect(error?.description.contains("create its directory") == true)
    }

    @Test("says that its path is empty")
    func emptyPath() {
        let failure = SinkFailure("the path of the output file is empty; name a file")
        #expect(throws: failure) {
            try WAVSink(path: "", format: .float32, clock: .virtual)
        }
    }

    @Test("reports that the disk is full, and stops")
    func fullDisk() throws {
        let mix = PublishedMix()
        let error = #expect(throws: SinkFailure.self) {
            _ = try WAVSink(path: "/dev/full", format: .float32, clock: .virtual)
        }
        #expect(error?.description.contains("make room") == true)
        _ = mix
    }

    @Test(
        "has a header that says how the samples are laid out, byte by byte",
        arguments: [
            (WAVFormat.float32, [3, 0, 2, 0, 0x80, 0xBB, 0, 0, 0, 0xDC, 5, 0, 8, 0, 32, 0]),
            (.integer16, [1, 0, 2, 0, 0x80, 0xBB, 0, 0, 0, 0xEE, 2, 0, 4, 0, 16, 0]),
        ] as [(WAVFormat, [UInt8])])
    func header(format: WAVFormat, layout: [UInt8]) {
        var expected: [UInt8] = Array("RIFF".utf8) + [88, 0, 0, 0]
        expected += Array("WAVEJUNK".utf8) + [28, 0, 0, 0]
        expected += [UInt8](repeating: 0, count: 28)
        expected += Array("fmt ".utf8) + [16, 0, 0, 0] + layout
        expected += Array("data".utf8) + [16, 0, 0, 0]
        #expect(WAVHeader(format: format).bytes(dataByteCount: 16) == expected)
    }

    @Test("has no size while it is written, which readers take for all that follows")
    func openHeader() {
        let bytes = WAVHeader(format: .float32).bytes(dataByteCount: nil)
        let closed = WAVHeader(format: .float32).bytes(dataByteCount: 16)
        let unknown = [UInt8](repeating: 255, count: 4)
        #expect(bytes == closed[..<4] + unknown + closed[8..<76] + unknown)
    }

    @Test(
        "has 64-bit sizes from the first size on that 32 bits cannot hold",
        arguments: [(Int(UInt32.max) - 73, "RIFF", 254), (Int(UInt32.max) - 72, "RF64", 255)])
    func limit(dataByteCount: Int, name: String, lowestByte: UInt8) {
        let bytes = WAVHeader(format: .float32).bytes(dataByteCount: dataByteCount)
        #expect(String(decoding: bytes[..<4], as: UTF8.self) == name)
        #expect(Array(bytes[4..<8]) == [lowestByte, 255, 255, 255])
    }

    @Test("switches to 64-bit sizes when a file grows over 4 GiB")
    func large() {
        let size = 5_000_000_000
        let bytes = WAVHeader(format: .float32).bytes(dataByteCount: size)
        #expect(bytes.count == WAVHeader.byteCount)
        #expect(String(decoding: bytes[0..<4], as: UTF8.self) == "RF64")
        #expect(String(decoding: bytes[12..<16], as: UTF8.self) == "ds64")
        let number = { (offset: Int) in
            (0..<8).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        #expect(number(20) == size + 72)
        #expect(number(28) == size)
        #expect(number(36) == size / 8)
        #expect(bytes[76...] == [255, 255, 255, 255])
    }
}
