import MediaTime
import Playout

extension Drawing {
    /// The gain of all clips of `voice` at output frame `frame`.
    func gain(of voice: Voice, at frame: Int) -> Float {
        let time = FrameTime(Int64(frame))
        return timeline.clips.filter { $0.voice == voice && $0.output.contains(time) }
            .reduce(0) { $0 + $1.envelope.gain(at: time) * $1.gain }
    }

    /// The sum of all gains at output frame `frame`.
    func gain(at frame: Int) -> Float {
        let time = FrameTime(Int64(frame))
        return timeline.clips.filter { $0.output.contains(time) }
            .reduce(0) { $0 + $1.envelope.gain(at: time) * $1.gain }
    }

    /// The output frames in which the limiter is active, up to frame `end`.
    func limited(before end: Int) -> [Range<Int>] {
        timeline.limited.map {
            Int($0.start.frames)..<min(end, Int(clamping: $0.end.frames))
        }
    }
}
