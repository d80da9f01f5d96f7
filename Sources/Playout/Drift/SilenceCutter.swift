import MediaTime
import PCMAudio

/// Leaves out silence of a live stream whose listener is further behind than he is to be.
///
/// Silence is what stays below −50 dBFS. Its first 200 ms are always heard, so that pauses get
/// shorter and none goes away. What was left out crosses over into what follows it. For the one
/// thread that writes the samples.
struct SilenceCutter {
    /// Frames of silence that came, up to now.
    private var silentFrameCount = 0
    /// The beginning of what was left out, which goes on from what was heard before; empty where
    /// nothing was left out.
    private var tail: [Float] = []

    /// −50 dBFS.
    private static let threshold: Float = 0.003_162
    private static let keptFrameCount = FrameTime.rate / 5
    /// 5 ms, in samples.
    private static let crossfadeCount = FrameTime.rate / 200 * AudioFormat.pipelineChannelCount

    /// Whether `samples`, the next ones, are not to be heard, where `surplus` frames may be left
    /// out. Those that are have to be passed to ``joining(_:)``.
    mutating func leavesOut(_ samples: Span<Float>, surplus: Int) -> Bool {
        let frameCount = samples.count / AudioFormat.pipelineChannelCount
        guard Self.isSilent(samples) else {
            silentFrameCount = 0
            return false
        }
        silentFrameCount += frameCount
        guard silentFrameCount - frameCount >= Self.keptFrameCount, frameCount <= surplus,
            samples.count >= Self.crossfadeCount
        else { return false }
        if tail.isEmpty {
            tail = samples.withUnsafeBufferPointer { Array($0.prefix(Self.crossfadeCount)) }
        }
        return true
    }

    /// `samples`, which are heard next, as they follow what was heard before; `nil` where they
    /// follow it anyway.
    mutating func joining(_ samples: Span<Float>) -> [Float]? {
        guard !tail.isEmpty else { return nil }
        var joined = samples.withUnsafeBufferPointer { Array($0) }
        let count = min(tail.count, joined.count)
        for index in 0..<count {
            let place = Float(Self.crossfadeCount - tail.count + index)
            let share = place / Float(Self.crossfadeCount)
            joined[index] = joined[index] * share + tail[index] * (1 - share)
        }
        tail.removeFirst(count)
        return joined
    }

    private static func isSilent(_ samples: Span<Float>) -> Bool {
        samples.withUnsafeBufferPointer { $0.allSatisfy { abs($0) < threshold } }
    }
}
