import MediaTime
import PCMAudio

/// Keeps rendered audio until it was heard, and then passes it on: in packets to delegates, in
/// blocks to meters and encoders.
///
/// Used on the sink's thread only, outside of rendering. Audio that is rendered again replaces the
/// earlier version, and so only audio that reached the listener is passed on.
package final class HeardAudio: @unchecked Sendable {
    // @unchecked Sendable: belongs to the sink's thread, and after its end to the session's.

    /// `nil` if nothing uses packets.
    package let packets: PacketQueue?
    private let blocks: [HeardBlocks]

    /// How many frames between rendering and hearing are kept: more than five seconds.
    private static let capacity = 1 << 18
    private static let channelCount = AudioFormat.pipelineChannelCount

    /// Interleaved; frame n is at n modulo the capacity.
    private let samples: UnsafeMutableBufferPointer<Float>
    private var rendered = FrameTime.zero
    private var heard = FrameTime.zero
    /// The first frame not yet passed on in a packet, and in a block.
    private var packetStart = FrameTime.zero
    private var blockStart = FrameTime.zero

    package init(packets: PacketQueue?, blocks: [HeardBlocks]) {
        self.packets = packets
        self.blocks = blocks
        samples = .allocate(capacity: Self.capacity * Self.channelCount)
        samples.initialize(repeating: 0)
    }

    deinit {
        samples.deallocate()
    }

    /// Stores interleaved samples that were rendered from output frame `start` on.
    func keep(_ block: Span<Float>, from start: FrameTime) {
        let place = place(of: start)
        let untilEnd = min(block.count, samples.count - place)
        block.withUnsafeBufferPointer { block in
            _ = samples[place...].update(fromContentsOf: block[..<untilEnd])
            _ = samples.update(fromContentsOf: block[untilEnd...])
        }
        rendered = start + block.count / Self.channelCount
    }

    /// Passes on what was heard before `frame`, as far as it fills packets and blocks.
    func pass(before frame: FrameTime) {
        heard = max(heard, frame)
        let oldest = rendered - Self.capacity
        packetStart = max(packetStart, oldest)
        blockStart = max(blockStart, oldest)
        while packets != nil, heard - packetStart >= AudioPacket.frameCount {
            handPacket(of: AudioPacket.frameCount)
        }
        while !blocks.isEmpty, heard - blockStart >= HeardBlocks.frameCount {
            handBlock(of: HeardBlocks.frameCount)
        }
    }

    /// Passes on the rest; silence fills the last packet. Call once the sink's thread has ended.
    package func finish() {
        if packets != nil, heard > packetStart { handPacket(of: heard - packetStart) }
        if !blocks.isEmpty, heard > blockStart { handBlock(of: heard - blockStart) }
        close()
    }

    /// Passes on nothing more. Callable from any thread.
    package func close() {
        packets?.close()
        for queue in blocks { queue.close() }
    }

    private func handPacket(of frameCount: Int) {
        var packet = AudioPacket(
            frame: packetStart, samples: [Int16](repeating: 0, count: AudioPacket.frameCount))
        for index in 0..<frameCount {
            let place = place(of: packetStart + index)
            packet.samples[index] = Self.integer((samples[place] + samples[place + 1]) * 0.5)
        }
        packets?.add(packet)
        packetStart = packetStart + frameCount
    }

    private func handBlock(of frameCount: Int) {
        let place = place(of: blockStart)
        let count = frameCount * Self.channelCount
        let untilEnd = min(count, samples.count - place)
        let base = samples.baseAddress!
        for queue in blocks {
            queue.add(FrameRange(blockStart, count: frameCount)) { block in
                block.update(from: base + place, count: untilEnd)
                (block + untilEnd).update(from: base, count: count - untilEnd)
            }
        }
        blockStart = blockStart + frameCount
    }

    private func place(of frame: FrameTime) -> Int {
        (Int(frame.frames) & (Self.capacity - 1)) * Self.channelCount
    }

    private static func integer(_ sample: Float) -> Int16 {
        Int16(saturating: Double((sample * 32_768).rounded(.toNearestOrEven)))
    }
}
