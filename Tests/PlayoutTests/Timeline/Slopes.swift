import AudioMixing
import MediaTime
import Playout

/// The allowed change of the sum of gains from each output frame to the next: the greatest slope
/// of the current ramps.
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
                // The step to the last frame of the ramp, or of the clip, belongs to it as well.
                let first = max(clip.output.start, ramp.start) + 1
                let last = min(clip.output.end, ramp.end)
                guard first <= last else { continue }
                for frame in first.frames...last.frames where frame < end {
                    changes[Int(frame)] += steepest
                }
            }
        }
    }

    /// The allowed change from the frame before `frame` to it.
    subscript(frame: Int) -> Float { changes[frame] }
}
