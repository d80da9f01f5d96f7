import AdPlayback
import MediaTime
import Playout

/// The parts of its plans that a sink has rendered, in the order in which they were heard, and the
/// rules that hold for them in every course.
struct HeardParts {
    private var parts: [Part] = []

    /// A part of a clip.
    private struct Part {
        let clip: PlannedClip
        /// The output frames that were rendered of it.
        var output: FrameRange

        var isStream: Bool { if case .stream = clip.voice { true } else { false } }
        var isSpot: Bool { if case .spot = clip.voice { true } else { false } }

        /// Whether it is audible at `frame`, which lies in it.
        func isAudible(at frame: FrameTime) -> Bool {
            clip.envelope.gain(at: frame) * clip.gain > 0
        }
    }

    /// Adds what `plan` has in `range`, of each clip in `ends` before that output frame.
    mutating func note(
        _ plan: OutputTimeline, in range: FrameRange, until ends: [Int: FrameTime]
    ) {
        for (index, clip) in plan.clips.enumerated() {
            var output = clip.output.intersection(range)
            if let end = ends[index] { output.end = min(output.end, end) }
            if !output.isEmpty { parts.append(Part(clip: clip, output: output)) }
        }
    }

    /// Forgets what was rendered from output frame `frame` on and is lost.
    mutating func lose(from frame: FrameTime) {
        parts = parts.compactMap { part in
            var part = part
            part.output.end = min(part.output.end, frame)
            return part.output.isEmpty ? nil : part
        }
    }

    /// The first rule that is broken; `nil` if none is. A stream is heard frame by frame if `inOrder`.
    /// Stream and spot may both be heard for `overlap` frames, or in all of a break that ducks the
    /// stream.
    func complaint(inOrder: Bool, overlap: Int, isDucked: Bool) -> String? {
        (inOrder ? orderComplaint : nil) ?? (isDucked ? nil : overlapComplaint(limit: overlap))
    }

    /// Each stream is heard frame by frame: none is left out, and none is heard twice.
    private var orderComplaint: String? {
        var ends: [Voice: FrameTime] = [:]
        for part in parts where part.isStream && part.clip.role == .playing {
            let start = part.clip.sourceFrame(at: part.output.start)
            if let end = ends[part.clip.voice], end != start {
                return "\(part.clip.voice) goes on at \(start), not at \(end), "
                    + "at output \(part.output.start)"
            }
            ends[part.clip.voice] = start + part.output.count
        }
        return nil
    }

    /// A spot and the stream are heard together in a fade only.
    private func overlapComplaint(limit: Int) -> String? {
        let streams = parts.filter { $0.isStream }
        for spot in parts where spot.isSpot {
            for stream in streams {
                let both = spot.output.intersection(stream.output)
                guard !both.isEmpty else { continue }
                let planned = spot.clip.output.intersection(stream.clip.output)
                // The last frame before which both are planned for as long as a fade.
                let frame = both.end - 1
                guard frame - limit >= planned.start,
                    [frame - limit, frame].allSatisfy({
                        spot.isAudible(at: $0) && stream.isAudible(at: $0)
                    })
                else { continue }
                return "\(spot.clip.voice) and \(stream.clip.voice) are both heard at \(frame)"
            }
        }
        return nil
    }
}
