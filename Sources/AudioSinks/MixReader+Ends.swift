import AudioMixing
import MediaTime
import PCMAudio

/// The ends of sources.
extension MixReader {
    /// The first frame before `end` at which a clip without an end has no more samples.
    func firstExhaustion(before end: FrameTime) -> FrameTime? {
        let clips = mix.adopted.pointee.clips
        return clips.compactMap(\.exhaustion).min().flatMap { first in
            first < end ? max(first, rendered) : nil
        }
    }

    /// Stops at `frame`, and says which clip's source has ended there.
    func stopExhausted(at frame: FrameTime) {
        exhausted = frame
        let plan = mix.adopted
        for (index, clip) in plan.pointee.clips.enumerated() {
            if let end = clip.exhaustion, end <= frame {
                report(.exhausted(at: frame, clip: plan.pointee.name(ofClip: index)))
            }
        }
    }

    /// Says which clips' sources have ended in `range`.
    func reportExhaustion(in range: FrameRange, of plan: PublishedMix.Plan) {
        for (index, clip) in plan.pointee.clips.enumerated() {
            if let end = clip.exhaustion, range.contains(end) {
                report(.exhausted(at: end, clip: plan.pointee.name(ofClip: index)))
            }
        }
    }
}

extension Clip {
    /// The output frame after its source's last one, if the clip has no end and the source one.
    fileprivate var exhaustion: FrameTime? {
        guard output.end == .distantFuture, source.end != .distantFuture else { return nil }
        return max(output.start, output.start + (source.end - sourceStart))
    }
}
