import MediaTime
import PCMAudio

/// Keeps what was rendered until it is known whether it was heard, and hands that on in packets.
///
/// Used on the sink's thread only, outside of rendering. What is rendered anew
/// takes the place of what was there, so only what reached the listener is
/// handed on.
package final class HeardAudio: @unchecked Sendable {
    // @unchecked Sendable: belongs to the sink's thread, and to the session's once that has ended.
    package let packets = PacketQueue()

    /// Frames between rendering and hearing that are kept: more than four seconds.
    private static let capacity = 1 << 18

    /// Where frame n is at n modulo the capacity.
    private var samples = [Int16](repeating: 0, count: capacity)
    private var rendered = FrameTime.zero
    private var heard = FrameTime.zero
    /// The first frame that was not handed on.
    private var position = FrameTime.zero

    package init() {}

    /// Keeps interleaved samples that were rendered from output frame `start` on.
    func keep(_ block: Span<Float>, from start: FrameTime) {
        let frameCount = block.count / AudioFormat.pipelineChannelCount
        for index in 0..<frameCount {
            let mean = (block[2 * index] + block[2 * index + 1]) * 0.5
            samples[place(of: start + index)] = Self.integer(mean)
        }
        rendered = start + frameCount
    }

    /// Hands on what was heard before `frame`, as far as it fills packets.
    func pass(before frame: FrameTime) {
        heard = max(heard, frame)
        let oldest = rendered - Self.capacity
        if position < oldest { position = oldest }
        while heard - position >= AudioPacket.frameCount {
            hand(AudioPacket.frameCount)
        }
    }

    /// Hands on the rest, filled up with silence. Call once the sink's thread has ended.
    package func finish() {
        let rest = heard - position
        if rest > 0 { hand(rest) }
        packets.close()
    }

    private func hand(_ frameCount: Int) {
        var packet = AudioPacket(
            frame: position, samples: [Int16](repeating: 0, count: AudioPacket.frameCount))
        for index in 0..<frameCount { packet.samples[index] = samples[place(of: position + index)] }
        packets.add(packet)
        position = position + frameCount
    }

    private func place(of frame: FrameTime) -> Int {
        Int(frame.frames) & (Self.capacity - 1)
    }

    private static func integer(_ sample: Float) -> Int16 {
        let scaled = (sample * 32_768).rounded(.toNearestOrEven)
        return scaled.isNaN ? 0 : Int16(min(max(scaled, -32_768), 32_767))
    }
}
