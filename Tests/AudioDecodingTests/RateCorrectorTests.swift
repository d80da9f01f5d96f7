import AudioDecoding
import MediaTime
import TestSignals
import Testing

@Suite("Rate corrector")
struct RateCorrectorTests {
    /// Passes `signal` through in packets, with a correction before each second that has one.
    ///
    /// Also returns, for each correction, the frame that came out first after it and its estimated
    /// place in the signal.
    private static func pass(
        _ signal: Signal, corrections: [Int], by method: RateCorrector.Method = .resampling
    ) -> (signal: Signal, places: [(frame: Int, place: Double)]) {
        var corrector = RateCorrector(by: method)
        var samples: [Float] = []
        var places: [(Int, Double)] = []
        let packet = 960
        for start in stride(from: 0, to: signal.frameCount, by: packet) {
            let second = start / FrameTime.rate
            if start % FrameTime.rate == 0, corrections.indices.contains(second) {
                places.append((samples.count / 2, Double(start) - corrector.delay))
                corrector.correct(by: RateCorrection(partsPerMillion: corrections[second]))
            }
            let end = min(start + packet, signal.frameCount)
            corrector.pass(signal.samples.span.extracting(2 * start..<2 * end)) { piece in
                piece.withUnsafeBufferPointer { samples += $0 }
            }
        }
        corrector.finish { piece in piece.withUnsafeBufferPointer { samples += $0 } }
        return (Signal(samples: samples), places)
    }

    /// The signal without its last part, because a cut tone ends with a click.
    private static func withoutEnd(_ signal: Signal) -> Signal {
        Signal(samples: signal.samples.dropLast(400))
    }

    @Test("passes samples bit for bit until the first correction")
    func untouched() {
        let signal = Signal.indexed(frameCount: 3 * FrameTime.rate)
        #expect(Self.pass(signal, corrections: [0, 0, 0]).signal == signal)
        let late = Self.pass(signal, corrections: [0, 0, 4]).signal
        let count = 4 * FrameTime.rate
        #expect(
            FirstDifference(late.samples.prefix(count), from: signal.samples.prefix(count)) == nil)
    }

    @Test(
        "leaves out or repeats single frames, at the same rate as it would resample",
        arguments: [100, -100, 5000, -3000])
    func wholeFrames(partsPerMillion: Int) {
        let signal = Signal.indexed(frameCount: 10 * FrameTime.rate)
        let corrections = Array(repeating: partsPerMillion, count: 10)
        let (passed, places) = Self.pass(signal, corrections: corrections, by: .wholeFrames)
        let expected = signal.frameCount - signal.frameCount * partsPerMillion / 1_000_000
        #expect(abs(passed.frameCount - expected) <= 1)
        for (second, place) in places.enumerated() {
            let start = second * FrameTime.rate
            #expect(place.place == Double(start))
            #expect(abs(place.frame - (start - start * partsPerMillion / 1_000_000)) <= 1)
        }
        let none = Array(repeating: 0, count: 10)
        #expect(Self.pass(signal, corrections: none, by: .wholeFrames).signal == signal)
    }

    @Test(
        "clicks neither as it begins nor as it changes",
        arguments: [200, 500, 1000], [440.0, 997.0])
    func clicks(partsPerMillion: Int, frequency: Double) {
        let tone = Signal.tone(
            frequency: frequency, level: .decibels(-6), frameCount: 8 * FrameTime.rate)
        let step = partsPerMillion
        let passed = Self.pass(tone, corrections: [0, 4, 8, step, -step / 2, step, 0, step]).signal
        let click = Self.withoutEnd(passed).loudestClick(inToneOf: frequency)
        #expect(click < -85)
    }

    @Test("in steps of 4 ppm makes no audible click")
    func slowly() {
        let tone = Signal.tone(
            frequency: 440, level: .decibels(-6), frameCount: 60 * FrameTime.rate)
        let passed = Self.pass(tone, corrections: (0..<60).map { 4 * $0 }).signal
        let click = Self.withoutEnd(passed).loudestClick(inToneOf: 440)
        #expect(click < -115)
    }

    @Test("shortens or lengthens the signal by its correction", arguments: [-5000, -300, 300])
    func length(partsPerMillion: Int) {
        let frameCount = 60 * FrameTime.rate
        let signal = Signal.tone(frequency: 440, level: .decibels(-6), frameCount: frameCount)
        let passed = Self.pass(signal, corrections: Array(repeating: partsPerMillion, count: 60))
        let expected = Double(frameCount) / (1 + Double(partsPerMillion) / 1e6)
        // The resampler's rate has steps of 1 ppm, and it begins with 10 ms without correction.
        #expect(abs(Double(passed.signal.frameCount) - expected) < 8)
    }

    @Test("knows to a fraction of a frame which source frame comes out")
    func places() {
        let signal = Signal.placed(0..<20 * FrameTime.rate)
        let corrections = (0..<20).map { ($0 * 377) % 1000 - 500 }
        let passed = Self.pass(signal, corrections: corrections)
        for (frame, place) in passed.places {
            #expect(abs(passed.signal.place(at: frame) - place) < 0.5)
        }
    }

    @Test("reaches the end even while a correction begins")
    func endsEarly() {
        let signal = Signal.indexed(frameCount: FrameTime.rate + 300)
        let passed = Self.pass(signal, corrections: [0, 100]).signal
        #expect(passed.frameCount == signal.frameCount)
        #expect(passed.samples.last.map { abs($0 - signal.samples.last!) < 1e-6 } == true)
    }
}
