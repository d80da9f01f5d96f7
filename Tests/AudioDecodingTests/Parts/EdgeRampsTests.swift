import Foundation
import MediaTime
import PCMAudio
import TestSignals
import Testing

@testable import AudioDecoding

@Suite("Ramps at an edge")
struct EdgeRampsTests {
    /// What was delivered, in pieces.
    private final class Output {
        var pieces: [(start: FrameTime, samples: [Float])] = []
        var samples: [Float] { pieces.flatMap(\.samples) }

        func take(_ samples: Span<Float>, _ time: FrameTime) {
            pieces.append((time, samples.withUnsafeBufferPointer { Array($0) }))
        }
    }

    private static func ones(_ frameCount: Int) -> [Float] {
        [Float](repeating: 1, count: 2 * frameCount)
    }

    /// 4000 frames of full level through ramps with `edges`, in pieces of `step` frames. An edge is
    /// marked before the piece that it is in.
    private static func passed(edges: [Int], step: Int) -> Output {
        let ramps = EdgeRamps()
        let output = Output()
        for start in stride(from: 0, to: 4000, by: step) {
            for edge in edges where start..<start + step ~= edge {
                ramps.mark(FrameTime(Int64(edge)))
            }
            let piece = ones(min(step, 4000 - start))
            ramps.pass(piece.span, at: FrameTime(Int64(start)), to: output.take)
        }
        ramps.flush(to: output.take)
        #expect(ramps.deliveredCount == 4000)
        return output
    }

    private static func gain(at frame: Int, edges: [Int]) -> Float {
        edges.reduce(1) { gain, edge in
            let distance = abs(frame - edge)
            guard distance < 576 else { return gain }
            let rise = 0.5 - 0.5 * cos(Double.pi * Double(distance) / 576)
            return gain * Float(rise * rise)
        }
    }

    @Test("leave all other samples as they are", arguments: [50, 700, 4000])
    func untouched(step: Int) {
        #expect(Self.passed(edges: [], step: step).samples == Self.ones(4000))
    }

    @Test(
        "fall to silence within 12 ms, and rise again within 12 ms",
        arguments: [[2000], [0], [300], [3999], [1000, 1300], [1000, 1000], [700, 3000]],
        [50, 700, 4000])
    func ramps(edges: [Int], step: Int) {
        let output = Self.passed(edges: edges, step: step)
        let expected = (0..<4000).flatMap { frame -> [Float] in
            let gain = Self.gain(at: frame, edges: Array(Set(edges)).sorted())
            return [gain, gain]
        }
        #expect(output.samples.count == expected.count)
        let worst = zip(output.samples, expected).map { abs($0 - $1) }.max()
        #expect((worst ?? 1) < 1e-6)
    }

    @Test("hold back 12 ms, and no more")
    func held() {
        let ramps = EdgeRamps()
        let output = Output()
        ramps.pass(Self.ones(576).span, at: .zero, to: output.take)
        #expect(output.pieces.isEmpty)
        ramps.pass(Self.ones(1).span, at: FrameTime(576), to: output.take)
        #expect(output.samples.count == 2)
        #expect(ramps.deliveredCount == 1)
        ramps.flush(to: output.take)
        #expect(output.samples.count == 2 * 577)
        ramps.flush(to: output.take)
        #expect(output.pieces.map(\.start) == [.zero, FrameTime(1)])
    }

    @Test("release what they hold where the time jumps")
    func jump() {
        let ramps = EdgeRamps()
        let output = Output()
        ramps.pass(Self.ones(1000).span, at: FrameTime(50), to: output.take)
        ramps.pass(Self.ones(1000).span, at: FrameTime(5000), to: output.take)
        ramps.flush(to: output.take)
        #expect(output.pieces.map(\.start.frames) == [50, 474, 5000, 5424])
        #expect(output.samples == Self.ones(2000))
    }
}
