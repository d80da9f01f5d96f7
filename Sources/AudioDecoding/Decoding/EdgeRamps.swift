import Foundation
import MediaTime
import PCMAudio

/// Takes the edge off sound where it does not follow on itself: a ramp down before, a ramp up
/// after, 12 ms each.
///
/// The ramps are the square of a raised cosine, which stays near silence for longer: what a codec
/// makes of its first and last milliseconds is hardly sound, and is not to be heard.
///
/// Holds back so much sound that an edge that is found later still gets its ramp. Away from edges
/// samples pass unchanged. For one thread.
final class EdgeRamps {
    /// Takes samples, interleaved, and the stream frame of the first.
    typealias Delivery = (Span<Float>, FrameTime) -> Void

    /// Frames of each ramp, and those that are held back.
    static let length = FrameTime.rate * 12 / 1000

    private var held: [Float] = []
    private var heldStart = FrameTime.zero
    /// The first frames after each edge, as far as their ramps are not over.
    private var edges: [FrameTime] = []

    /// How many frames were delivered.
    private(set) var deliveredCount = 0

    private static let channels = AudioFormat.pipelineChannelCount

    private var heldCount: Int { held.count / Self.channels }

    /// From `frame` on, which is not delivered yet, the sound is not what follows on the frame
    /// before.
    func mark(_ frame: FrameTime) {
        // Damage without any sound between marks the same frame over and over.
        if edges.last != frame { edges.append(frame) }
    }

    /// Takes `samples`, which begin at `time`, and delivers what is not held back of all so far.
    func pass(_ samples: Span<Float>, at time: FrameTime, to deliver: Delivery) {
        if time != heldStart + heldCount {
            flush(to: deliver)
            heldStart = time
        }
        samples.withUnsafeBufferPointer { held += $0 }
        release(heldCount - Self.length, to: deliver)
    }

    /// Delivers what is held back.
    func flush(to deliver: Delivery) {
        release(heldCount, to: deliver)
    }

    private func release(_ count: Int, to deliver: Delivery) {
        guard count > 0 else { return }
        for edge in edges { ramp(at: edge, count) }
        deliver(held.span.extracting(0..<(count * Self.channels)), heldStart)
        held.removeFirst(count * Self.channels)
        heldStart = heldStart + count
        deliveredCount += count
        edges.removeAll { $0 + Self.length <= heldStart }
    }

    /// Applies both ramps of an edge to the first `count` frames.
    private func ramp(at edge: FrameTime, _ count: Int) {
        let place = edge - heldStart
        let (first, end) = (max(0, place - Self.length), min(count, place + Self.length))
        guard first < end else { return }
        for frame in first..<end {
            let distance = frame < place ? place - frame : frame - place
            let rise = 0.5 - 0.5 * cos(Double.pi * Double(distance) / Double(Self.length))
            let gain = Float(rise * rise)
            for channel in 0..<Self.channels { held[frame * Self.channels + channel] *= gain }
        }
    }
}
