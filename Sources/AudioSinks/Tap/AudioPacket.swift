import MediaTime
import PCMAudio

/// A packet of the mixed audio that a listener has heard: 48 kHz, mono, 16 bits, 20 ms (rule M8).
public struct AudioPacket: Hashable, Sendable {
    /// Frames in every packet. Silence fills the last packet of a session.
    public static let frameCount = 960

    /// The output frame of the first sample. Packets are contiguous, unless some were dropped.
    public var frame: FrameTime

    /// The samples: the mean of both channels.
    public var samples: [Int16]

    public init(frame: FrameTime, samples: [Int16]) {
        self.frame = frame
        self.samples = samples
    }

    public var duration: Duration { .frames(samples.count) }
}

extension AudioPacket {
    /// Cuts heard audio into packets. `samples` are interleaved and belong to the output frames of
    /// `range`. Silence fills the last packet.
    package static func packets(of range: FrameRange, _ samples: Span<Float>) -> [AudioPacket] {
        var packets: [AudioPacket] = []
        packets.reserveCapacity((range.count + frameCount - 1) / frameCount)
        for first in stride(from: 0, to: range.count, by: frameCount) {
            var packet = AudioPacket(
                frame: range.start + first, samples: [Int16](repeating: 0, count: frameCount))
            for index in 0..<min(frameCount, range.count - first) {
                let place = (first + index) * AudioFormat.pipelineChannelCount
                packet.samples[index] = integer((samples[place] + samples[place + 1]) * 0.5)
            }
            packets.append(packet)
        }
        return packets
    }

    private static func integer(_ sample: Float) -> Int16 {
        Int16(saturating: Double((sample * 32_768).rounded(.toNearestOrEven)))
    }
}
