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

    @Test("is kept up to the frame, also after a sound")
    func exact() {
        let kept = Self.packet(of: 0, frames: 9599)
        let short = Self.packet(of: 0, frames: 240)
        let sound = Self.packet(of: 0.5)
        #expect(Self.leftOut([kept, short]) == 0)
        #expect(Self.leftOut([kept, short, short]) == 1)
        #expect(Self.leftOut([kept, short, sound, kept, short]) == 0)
        #expect(Self.leftOut([kept, short, sound, kept, short, short]) == 1)
        #expect(Self.leftOut([Self.packet(of: 0, frames: 9600), short]) == 1)
    }

    @Test("continues in the crossfade as it began, however much was left out")
    func tail() {
        var cutter = SilenceCutter()
        _ = cutter.leavesOut(Self.packet(of: 0, frames: 9600).span, surplus: .max)
        let isFirstCut = cutter.leavesOut(Self.packet(of: 0.001).span, surplus: .max)
        let isSecondCut = cutter.leavesOut(Self.packet(of: 0.003).span, surplus: .max)
        #expect(isFirstCut && isSecondCut)
        let joined = cutter.joining(Self.packet(of: 0.5).span)
        // The first of 240 frames is the cut one, the middle is half of either, the rest is new.
        #expect(joined?.first == 0.001)
        #expect(joined.map { abs($0[240] - 0.2505) < 1e-6 } == true)
        #expect(joined.map { $0[480...].allSatisfy { $0 == 0.5 } } == true)
        #expect(joined?.count == 2 * Self.packet)
    }
}
