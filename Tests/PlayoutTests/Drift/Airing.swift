import AudioDecoding
import Foundation
import MediaTime
import PCMAudio
import TestSignals

@testable import Playout

/// A station that sends a tone, and a sound card with another clock, with those parts of a live
/// reader between them that handle time; in simulated time, on one thread.
struct Airing {
    /// How much faster the station's clock is than the card's, in ppm.
    let drift: Double
    /// The results.
    private(set) var figures = Figures()

    struct Figures {
        var heardFrameCount = 0
        /// Blocks for which the buffer was too short.
        var underruns = 0
        /// The range of the buffer when the card took a block, in frames, after settling.
        var buffered = Int.max...Int.max
        /// The range of the listener's reported delay behind live, in frames.
        var lag = Int.max...Int.max
        /// The loudest click, in decibels below full scale.
        var click: Double { 20 * log10(loudest) }
        fileprivate var loudest = 0.0
    }

    private let store = SampleStore(capacity: 5 * FrameTime.rate)
    private let time = ProgrammeTime()
    private let pace = LivePace(of: .byClock)

    /// A packet of the tone; consecutive packets join seamlessly.
    private static let packetFrameCount = 4800
    private static let frequency = 440.0
    private static let packet = Signal.tone(
        frequency: frequency, level: .decibels(-6), frameCount: packetFrameCount)
    /// The size of the card's blocks: 90 ms.
    private static let blockFrameCount = 4320
    /// The frames kept for rendering again.
    private static let keptFrameCount = 9 * FrameTime.rate / 4
    /// The frames that the server sends at once.
    private static let burst = 40 * packetFrameCount

    init(drift: Double) {
        self.drift = drift
        pace.follow(store, in: time)
    }

    /// Runs for `seconds` of the card's time.
    mutating func run(seconds: Int) {
        var writer = ProgrammeWriter(
            store, measuringInto: LoudnessTrack(startingAt: .zero), in: time, at: pace,
            keptIn: TimeShiftStore())
        var ear = ClickEar(frequency: Self.frequency)
        let packet = Self.packet.samples
        var (received, written) = (0, 0)
        var now = 0.0
        var heard = 0
        while heard < seconds * FrameTime.rate {
            // The card first renders what is due by then, and the station's next packet arrives
            // after it.
            let elapsed = Double(max(0, received - Self.burst)) / (1 + drift / 1e6)
            now = max(now, elapsed)
            while Double(heard + Self.blockFrameCount) <= now, received >= Self.burst {
                play(from: heard, received: received, into: &ear)
                heard += Self.blockFrameCount
            }
            pace.note(edge: FrameTime(Int64(received)), at: Self.time(now))
            received += Self.packetFrameCount
            while written < received, store.roomLeft >= 2 * Self.packetFrameCount {
                writer.write(packet.span, at: FrameTime(Int64(written)))
                written += Self.packetFrameCount
            }
        }
        figures.heardFrameCount = heard
        figures.loudest = ear.loudest
    }

    private mutating func play(from heard: Int, received: Int, into ear: inout ClickEar) {
        let range = FrameRange(FrameTime(Int64(heard)), count: Self.blockFrameCount)
        guard store.readyEnd >= range.end else {
            figures.underruns += 1
            return
        }
        ear.hear(store.handle.samples(in: range))
        store.handle.advance(
            to: range.end, keeping: Self.keptFrameCount, at: Self.time(Double(heard)))
        guard heard > 15 * FrameTime.rate else { return }
        let edge = FrameTime(Int64(received))
        note(edge - time.streamFrame(at: range.end), in: \.buffered)
        note(time.programmeFrame(of: edge) - range.end, in: \.lag)
    }

    /// The time at which `frames` frames of the card's clock have passed.
    private static func time(_ frames: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: 0).advanced(by: frames / Double(FrameTime.rate))
    }

    private mutating func note(_ value: Int, in range: WritableKeyPath<Figures, ClosedRange<Int>>) {
        let known = figures[keyPath: range]
        let first = known.upperBound == .max
        figures[keyPath: range] =
            min(known.lowerBound, value)...(first ? value : max(known.upperBound, value))
    }
}

/// Finds clicks in a tone, block after block.
private struct ClickEar {
    private let factor: Double
    private var last = 0.0
    private var beforeLast = 0.0
    private var count = 0
    private(set) var loudest = 0.0

    init(frequency: Double) {
        factor = 2 * cos(2 * Double.pi * frequency / Double(FrameTime.rate))
    }

    mutating func hear(_ samples: [Float]) {
        var (last, beforeLast, loudest) = (last, beforeLast, loudest)
        samples.withUnsafeBufferPointer { samples in
            var index = 0
            while index < samples.count {
                let sample = Double(samples[index])
                let left = abs(sample - factor * last + beforeLast)
                if left > loudest, count > 2 { loudest = left }
                (beforeLast, last) = (last, sample)
                count += 1
                index += 2
            }
        }
        (self.last, self.beforeLast, self.loudest) = (last, beforeLast, loudest)
    }
}
