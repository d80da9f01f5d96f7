import MediaTime
import PCMAudio
import Testing

@testable import Playout

@Suite("Silence in a stream that is catching up")
struct SilenceCutterTests {
    private static let packet = 1152

    /// A packet of a constant, interleaved.
    private static func packet(of sample: Float, frames: Int = packet) -> [Float] {
        Array(repeating: sample, count: frames * AudioFormat.pipelineChannelCount)
    }

    /// The number of `packets` left out.
    private static func leftOut(_ packets: [[Float]], surplus: Int = .max) -> Int {
        var cutter = SilenceCutter()
        return packets.count { cutter.leavesOut($0.span, surplus: surplus) }
    }

    @Test("is kept for 200 ms, and left out after that")
    func kept() {
        // Nine packets are 216 ms.
        #expect(Self.leftOut(Array(repeating: Self.packet(of: 0), count: 9)) == 0)
        #expect(Self.leftOut(Array(repeating: Self.packet(of: 0.003), count: 30)) == 21)
    }

    @Test("is nothing louder than −50 dBFS, and starts over after a sound")
    func sound() {
        #expect(Self.leftOut(Array(repeating: Self.packet(of: 0.0033), count: 30)) == 0)
        let silence = Array(repeating: Self.packet(of: 0), count: 8)
        let sound = Self.packet(of: 0) + [0, -0.5]
        #expect(Self.leftOut(silence + [sound] + silence) == 0)
    }

    @Test("is kept without a surplus, or if it is too short for a crossfade")
    func enough() {
        let silence = Array(repeating: Self.packet(of: 0), count: 30)
        #expect(Self.leftOut(silence, surplus: Self.packet) == 21)
        #expect(Self.leftOut(silence, surplus: Self.packet - 1) == 0)
        #expect(Self.leftOut(Array(repeating: Self.packet(of: 0, frames: 239), count: 90)) == 0)
    }

    @Test(
        "is crossfaded with the audio after it, whatever its packet size", arguments: [100, 1152])
    func joined(size: Int) {
        var cutter = SilenceCutter()
        let before = Self.packet(of: 0.002)
        for _ in 0..<12 { _ = cutter.leavesOut(before.span, surplus: .max) }
        var heard: [Float] = [0.002, 0.002]
        for _ in 0..<(1200 / size) {
            let after = Self.packet(of: -0.002, frames: size)
            heard += cutter.joining(after.span) ?? after
        }
        let steps = zip(heard, heard.dropFirst(2)).map { abs($1 - $0) }
        #expect(steps.max() ?? 1 < 0.004 / 200)
        #expect(heard.last == -0.002)
        #expect(cutter.joining(before.span) == nil)
    }
}
