import AudioMixing
import MediaTime
import PCMAudio

/// Detects the ends of sources.
extension SinkRenderer {
    /// The first frame before `end` at which a clip's source ends before the clip does.
    func firstExhaustion(before end: FrameTime) -> FrameTime? {
        let clips = mix.adopted.pointee.clips
        return clips.compactMap { $0.exhaustion(among: clips) }.min().flatMap { first in
            first < end ? max(first, rendered) : nil
        }
    }

    /// Stops at `frame`, and reports the clips whose sources have ended there.
    func stopExhausted(at frame: FrameTime) {
        exhausted = frame
        let plan = mix.adopted
        let clips = plan.pointee.clips
        for (index, clip) in clips.enumerated() {
            if let end = clip.exhaustion(among: clips), end <= frame {
                report(.exhausted(at: frame, clip: plan.pointee.name(ofClip: index)))
            }
        }
    }

    /// Reports the clips whose sources have ended in `range`.
    func reportExhaustion(in range: FrameRange, of plan: PublishedMix.Plan) {
        let clips = plan.pointee.clips
        for (index, clip) in clips.enumerated() {
            if let end = clip.exhaustion(among: clips), range.contains(end) {
                report(.exhausted(at: end, clip: plan.pointee.name(ofClip: index)))
            }
        }
    }
}

extension Clip {
    /// The output frame after its source's last one, if that is before the clip's end.
    ///
    /// A clip that has an end counts in two cases. Either nothing else plays after its source's end;
    /// an example is a clip that stops at a given position, in a stream that ends earlier. Or the
    /// source was to continue later from a frame that it does not have, and is heard alone at its
    /// end; an example is a break that was planned for a frame after the end of a file.
    fileprivate func exhaustion(among clips: some Sequence<Clip>) -> FrameTime? {
        guard source.end != .distantFuture else { return nil }
        let end = max(output.start, output.start + (source.end - sourceStart))
        guard end <= output.end else { return nil }
        if output.end == .distantFuture { return end }
        let isLast = clips.allSatisfy { $0.source == source || $0.output.end <= end }
        if end < output.end, isLast { return end }
        let wasToContinue = clips.contains {
            $0.source == source && $0.output.start >= output.end && $0.sourceStart >= source.end
        }
        let isHeardAlone = clips.allSatisfy {
            $0.source == source || $0.output.start >= end || $0.output.end <= end
        }
        return wasToContinue && isHeardAlone ? end : nil
    }
}
