import MediaTime
import PCMAudio

/// Cuts silence from a live stream whose listener is too far behind the live edge.
///
/// Audio below −50 dBFS counts as silence. Its first 200 ms always play: pauses get shorter, but
/// none disappears. The beginning of each cut crossfades into the audio that follows it. For the
/// thread that writes the samples.
struct SilenceCutter {
    /// Frames of continuous silence up to now.
    private var silentFrameCount = 0
    /// The beginning of the cut part, which continues the audio before the cut; empty if nothing is
    /// cut.
    private var tail: [Float] = []

    /// −50 dBFS.
    private static let threshold: Float = 0.003_162
    private static let keptFrameCount = FrameTime.rate / 5
    /// 5 ms, in samples.
    private static let crossfadeCount = FrameTime.rate / 200 * AudioFormat.pipelineChannelCount

    /// Whether to cut `samples`, the next ones, if `surplus` frames may be cut. Samples that are
    /// not cut must be passed to ``joining(_:)``.
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

    /// `samples`, which play next, with the crossfade from the audio before the cut; `nil` if there
    /// was no cut.
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
