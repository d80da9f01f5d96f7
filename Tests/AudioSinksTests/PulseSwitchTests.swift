import AudioSinks
import Foundation
import MediaTime
import TestServers
import TestSignals
import Testing

@Suite(
    "A change at a PulseAudio server", .serialized, .enabled(if: PrivatePulseAudio.isInstalled),
    .timeLimit(.minutes(4)))
struct PulseSwitchTests {
    /// With 600 of them where there is time for it.
    private static let changeCount =
        ProcessInfo.processInfo.environment["INTERLUDE_FULL"] == "1" ? 600 : 60

    @Test("is heard from the frame that was named, and loses and doubles nothing")
    func everySample() throws {
        let server = try PrivatePulseAudio()
        let recording = try server.record()
        var alternating = AlternatingMix(frameCount: 7_900_000)
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: alternating.mix, report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(9600)))
        for _ in 0..<Self.changeCount {
            let isHeard = alternating.change(sink, log)
            try #require(isHeard)
        }
        let end = alternating.changes.last! + 4800
        #expect(log.waitUntilHeard(end))
        try sink.finish(within: .seconds(3))
        let heard = IndexedSound.indices(recording.stop())
        let expected = alternating.expected(count: Int(end.frames))
        #expect(IndexedSound.difference(heard, expected) == nil)
        #expect(!log.reports.contains { if case .underrun = $0 { true } else { false } })
    }

    @Test("leaves what is queued before it alone, and takes the place of what is queued after it")
    func depth() throws {
        let server = try PrivatePulseAudio()
        var alternating = AlternatingMix(frameCount: 480_000)
        let log = ReportLog()
        let sink = PulseSink(PulseSettings(server: server.address))
        sink.start(rendering: alternating.mix, report: log.receive)
        #expect(log.waitUntilHeard(FrameTime(24_000)))
        var leads: [Int] = []
        for _ in 0..<20 {
            let isHeard = alternating.change(sink, log)
            try #require(isHeard)
            leads.append(sink.renderedFrame - alternating.changes.last!)
        }
        try sink.finish(within: .seconds(3))
        // Of the 190 ms that are queued at most, half is left when the server asks for more.
        #expect(leads.sorted()[10] > 2400, "\(leads)")
    }
}

/// Recordings of sound whose samples say which frame they are.
private enum IndexedSound {
    /// The frames that a recording holds; silence and the other channel are left out.
    static func indices(_ recording: [Float]) -> [Int] {
        stride(from: 0, to: recording.count - 1, by: 2).compactMap { index in
            recording[index] == 0 ? nil : Int(recording[index] * 16_777_216)
        }
    }

    /// The first place where `heard` is not `expected`, in words; it may go on longer.
    static func difference(_ heard: [Int], _ expected: [Int]) -> String? {
        guard let place = zip(heard, expected).enumerated().first(where: { $1.0 != $1.1 })?.offset
        else { return heard.count < expected.count ? "\(heard.count) frames heard" : nil }
        let around = max(0, place - 2)..<min(place + 4, heard.count, expected.count)
        let wrong = zip(heard, expected).dropFirst(place).prefix { $0 != $1 }.count
        return "at \(place) for \(wrong): \(heard[around]) instead of \(expected[around])"
    }
}
