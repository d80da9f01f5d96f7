import AudioDecoding
import Foundation
import PCMAudio
import TestSignals
import Testing

@Suite("The level meter")
struct LevelMeterTests {
    /// A tone, interleaved, with a peak of `decibels` in both channels.
    private func tone(_ decibels: Double, frequency: Double = 997, frameCount: Int) -> [Float] {
        let level = pow(10, decibels / 20)
        return (0..<frameCount).flatMap { frame in
            let sample = Float(level * sin(2 * .pi * frequency * Double(frame) / 48_000))
            return [sample, sample]
        }
    }

    @Test("reads a tone of 997 Hz in both channels as loud as its peak", arguments: [-23, -6])
    func loudness(decibels: Double) {
        var meter = LevelMeter()
        let sound = tone(decibels, frameCount: 48_000)
        let reading = meter.measure(sound.span)
        #expect(abs(reading.momentary - decibels) < 0.05)
        #expect(abs(reading.truePeak - decibels) < 0.05)
    }

    @Test("gives the peak of each piece alone, and the loudness of the last 400 ms")
    func pieces() {
        var meter = LevelMeter()
        let loud = meter.measure(tone(-6, frameCount: 24_000).span)
        _ = meter.measure(tone(-40, frameCount: 24_000).span)
        let quiet = meter.measure(tone(-40, frameCount: 4800).span)
        #expect(abs(loud.momentary + 6) < 0.05)
        #expect(abs(quiet.momentary + 40) < 0.2)
        #expect(abs(quiet.truePeak + 40) < 0.1)
    }

    @Test("finds peaks between samples")
    func truePeak() {
        // At a quarter of the rate and 45 degrees off, every sample is 3 dB below the peak.
        let sound = (0..<48_000).flatMap { frame -> [Float] in
            let sample = Float(0.5 * sin(.pi / 2 * Double(frame) + .pi / 4))
            return [sample, 0]
        }
        var meter = LevelMeter()
        #expect(abs(meter.measure(sound.span).truePeak + 6.02) < 0.3)
    }

    @Test("hears nothing in silence")
    func silence() {
        var meter = LevelMeter()
        let reading = meter.measure([Float](repeating: 0, count: 96_000).span)
        #expect(reading.momentary == -.infinity)
        #expect(reading.truePeak == -.infinity)
    }
}
