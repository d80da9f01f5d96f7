import AudioMixing
import AudioSinks
import MediaTime
import TestFiles
import TestServers
import TestSignals
import Testing

@Suite("A sink without a device, in real time", .timeLimit(.minutes(2)))
struct PacedSinkTests {
    enum Kind: CaseIterable {
        case wav
        case null

        func sink(in folder: TemporaryFolder) throws -> any AudioSink {
            switch self {
            case .wav:
                try WAVSink(
                    path: folder.file("out.wav"), format: .float32, clock: .real(speed: 1))
            case .null: NullSink(clock: .real(speed: 1))
            }
        }
    }

    /// Delays the sink's thread by half a second of another sink's time.
    @Test("is never late, and counts no underrun", arguments: Kind.allCases)
    func late(_ kind: Kind) throws {
        let folder = try TemporaryFolder()
        let sink = try kind.sink(in: folder)
        let log = ReportLog()
        let isHeldUp = Gate()
        let store = IndexedSound.signal(frameCount: 96_000).stored()
        let mix = PublishedMix()
        sink.start(rendering: mix) { report in
            log.receive(report)
            if let start = report.namedFrame {
                let clip = Clip(
                    source: store.handle, output: FrameRange(start, count: 96_000),
                    sourceStart: .zero)
                mix.publish(MixPlan(validFrom: start, clips: [clip]), keeping: [store])
            }
            if case .heard(let frame) = report, frame > .zero, frame < FrameTime(9600) {
                isHeldUp.wait()
            }
        }
        sink.requestSwitch()
        #expect(log.waitUntilHeard(FrameTime(1)))
        let clock = ReportLog()
        let other = NullSink(clock: .real(speed: 1))
        other.start(rendering: PublishedMix(), report: clock.receive)
        #expect(clock.waitUntilHeard(FrameTime(24_000)))
        for _ in 0..<20 { isHeldUp.open() }
        #expect(log.waitUntilHeard(FrameTime(48_000)))
        try sink.finish(within: .seconds(10))
        try other.finish(within: .seconds(10))
        #expect(!log.hasUnderrun)
        guard kind == .wav else { return }
        let floats = try WAVFile(path: folder.file("out.wav")).floats
        let indices = IndexedSound.indices(floats)
        #expect(indices.count > 24_000 && IndexedSound.gap(in: indices) == nil)
    }
}
