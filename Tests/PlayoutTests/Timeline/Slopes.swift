import AudioMixing
import MediaTime
import Playout

/// How much the sum of gains may change from each output frame to the next: what the ramps that
/// are under way change it by where they are steepest.
struct Slopes {
    private var changes: [Float]

    init(_ timeline: OutputTimeline, through end: Int) {
        changes = [Float](repeating: 0, count: end)
        for clip in timeline.clips {
            let envelope = clip.envelope
            let loudest = max(envelope.level.from, envelope.level.to)
            for ramp in [envelope.level, envelope.entry, envelope.exit] where ramp.from != ramp.to {
                let scale = ramp == envelope.level ? 1 : loudest
                let steepest = scale * abs(ramp.to - ramp.from) * 1.571 / Float(ramp.frameCount)
                // The change to the frame that the ramp, or the clip, ends with is one of its own.
                let first = max(clip.output.start, ramp.start) + 1
                let last = min(clip.output.end, ramp.end)
                guard first <= last else { continue }
                for frame in first.frames...last.frames where frame < end {
                    changes[Int(frame)] += steepest
                }
            }
        }
    }

    /// How much the sum may change from the frame before `frame` to it.
    subscript(frame: Int) -> Float { changes[frame] }
}
