import Glibc
import MediaTime
import PCMAudio

/// Smooths discontinuities in the audio with a ramp down before and a ramp up after, 12 ms each.
///
/// The ramps are the square of a raised cosine, which stays near silence for longer: a codec's
/// output in its first and last milliseconds is mostly artefacts.
///
/// It holds back enough audio to apply the ramp to an edge that is found later. Away from edges
/// samples pass unchanged. For one thread.
final class EdgeRamps {
    /// Receives interleaved samples and the stream frame of the first.
    typealias Delivery = (Span<Float>, FrameTime) -> Void

    /// The length of each ramp, and of the held-back audio, in frames.
    static let length = FrameTime.rate * 12 / 1000

    private var held: [Float] = []
    private var heldStart = FrameTime.zero
    /// The first frame after each edge whose ramps are not finished.
    private var edges: [FrameTime] = []

    /// How many frames were delivered.
    private(set) var deliveredCount = 0

    private static let channels = AudioFormat.pipelineChannelCount

    private var heldCount: Int { held.count / Self.channels }

    /// Marks a discontinuity before `frame`, which is not delivered yet.
    func mark(_ frame: FrameTime) {
        // Damage without audio in between marks the same frame repeatedly.
        if edges.last != frame { edges.append(frame) }
    }

    /// Appends `samples`, which begin at `time`, and delivers everything but the last ``length``.
    func pass(_ samples: Span<Float>, at time: FrameTime, to deliver: Delivery) {
        if time != heldStart + heldCount {
            flush(to: deliver)
            heldStart = time
        }
        samples.withUnsafeBufferPointer { held += $0 }
        release(heldCount - Self.length, to: deliver)
    }

    /// Delivers the held-back audio.
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
