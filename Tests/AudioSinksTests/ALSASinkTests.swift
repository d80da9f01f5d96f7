import AudioMixing
import AudioSinks
import Foundation
import MediaTime
import PCMAudio
import TestFiles
import TestSignals
import Testing

/// With ALSA's own plug-ins, which take frames at any speed, instead of a sound card.
@Suite("An ALSA sink without a sound card", .timeLimit(.minutes(1)))
struct ALSASinkTests {
    private static func lists(_ name: String) -> Bool {
        do {
            return try ALSAList.devices().contains { $0.name == name }
        } catch {
            return false
        }
    }

    private static let hasALSA = lists("null")

    /// The floats of a file that ALSA has written.
    private static func floats(_ path: String) throws -> [Float] {
        let bytes = try Data(contentsOf: URL(filePath: path))
        return bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map {
                bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self)
            }
        }
    }

    @Test(
        "writes every sample once, in time, and silence after the last", .enabled(if: hasALSA))
    func everySample() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("heard.raw")
        let log = ReportLog()
        let mix = IndexedSound.mix(frameCount: 48_000)
        mix.outputEnd = FrameTime(48_000)
        mix.nextMark = FrameTime(48_000)
        let sink = ALSASink(ALSASettings(device: "file:'\(path)',raw"))
        let time = ContinuousClock().measure {
            sink.start(rendering: mix, report: log.receive)
            #expect(log.waitUntilHeard(FrameTime(48_000)))
        }
        // Time sets the pace of a device without a clock, but for what it may be ahead,
        // which is less than half a second.
        #expect(time > .milliseconds(500))
        #expect(sink.heardFrame == FrameTime(48_000) && sink.renderedFrame == FrameTime(48_000))
        try sink.finish(within: .seconds(5))
        let samples = try Self.floats(path)
        #expect(IndexedSound.indices(samples) == Array(1...48_000))
        #expect(samples.dropFirst(96_000).allSatisfy { $0 == 0 })
        #expect(log.lossCount == 0 && !log.hasUnderrun)
    }

    @Test("changes at the frame that it has named", .enabled(if: hasALSA))
    func change() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("heard.raw")
        let log = ReportLog()
        // It gives another frame if a busy machine delays the plan.
        var mix = AlternatingMix(frameCount: 96_000)
        let sink = ALSASink(ALSASettings(device: "file:'\(path)',raw"))
        sink.start(rendering: mix.mix, report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(2_400)))
        let isHeard = mix.change(sink, log)
        #expect(isHeard)
        let frame = try #require(mix.changes.last)
        #expect(mix.changes.count == 2 && frame >= FrameTime(2_400))
        #expect(log.waitUntilHeard(frame + 4_800))
        mix.mix.outputEnd = frame + 9_600
        sink.mixChanged()
        try sink.finish(within: .seconds(5))
        let indices = IndexedSound.indices(try Self.floats(path))
        let count = Int(frame.frames) + 4_800
        #expect(indices.count >= count)
        #expect(mix.difference(indices, count: count, late: []) == nil)
    }

    @Test("says once that there is no such device, and can be finished all the same")
    func unknown() throws {
        let log = ReportLog()
        let sink = ALSASink(ALSASettings(device: "cellar"))
        sink.start(rendering: PublishedMix(), report: log.receive)
        #expect(log.waitUntilLost())
        if Self.hasALSA {
            let reason =
                "there is no ALSA device 'cellar'; 'interlude sinks' lists those that are there"
            #expect(log.reports.contains(.lost(reason: reason)))
        }
        sink.requestSwitch()
        #expect(log.switchable(count: 1) == [.zero])
        let time = try ContinuousClock().measure { try sink.finish(within: .seconds(20)) }
        #expect(time < .seconds(10))
        #expect(log.lossCount == 1 && sink.heardFrame == .zero)
    }

    @Test("is offered with a description on one line", .enabled(if: hasALSA))
    func listed() throws {
        let devices = try ALSAList.devices()
        let null = try #require(devices.first { $0.name == "null" })
        #expect(null.description.hasPrefix("Discard all samples"))
        #expect(devices.allSatisfy { !$0.description.contains("\n") && !$0.name.isEmpty })
    }
}
