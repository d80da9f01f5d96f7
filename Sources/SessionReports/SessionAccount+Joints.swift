import Interlude
import MediaTime

/// A change between the stream and a spot, or between two spots.
struct SessionJoint: Hashable, Sendable {
    var from: Side
    var to: Side

    /// The first output frame of the new sound.
    var frame: FrameTime

    /// The output frames between the end of the old sound and ``frame``; `nil` if there was none, or
    /// its end is not in the log.
    var gap: Int?

    /// The stream frame where the stream is left or resumes; `nil` between two spots.
    var streamFrame: FrameTime?

    /// For a joint to the stream: the progress of the stream and of the output since it was left;
    /// `nil` if it was not left.
    var progress: Progress?

    enum Side: Hashable, Sendable {
        /// Nothing yet.
        case silence
        case stream
        /// A spot, by the number of its play.
        case spot(Int)
    }

    struct Progress: Hashable, Sendable {
        var streamFrameCount: Int
        var outputFrameCount: Int

        /// The progress in words.
        var words: String {
            if streamFrameCount == outputFrameCount { return "continued, to the frame" }
            if streamFrameCount == 0 { return "stood still, to the frame" }
            let behind = outputFrameCount - streamFrameCount
            return behind > 0
                ? "\(behind) frames further behind" : "\(-behind) frames further ahead"
        }
    }
}

/// Joints.
extension SessionAccount {
    /// A spot is heard from output frame `frame` on.
    mutating func hear(_ slot: Int, at frame: FrameTime) {
        var joint = SessionJoint(from: .silence, to: .spot(slot), frame: frame)
        switch heard {
        case .silence: break
        // Where it was left follows in the log.
        case .stream: joint.from = .stream
        case .spot(let before): joint.from = .spot(before)
        case .afterSpot(let before, let end):
            joint.from = .spot(before)
            joint.gap = frame - end
        }
        add(joint, to: \.joints)
        heard = .spot(slot)
    }

    mutating func endHearing(_ slot: Int, at frame: FrameTime) {
        if heard == .spot(slot) { heard = .afterSpot(slot, end: frame) }
    }

    mutating func noteStream(_ record: EventRecord) {
        switch record.event {
        case "stream.muted", "stream.held", "stream.ducked":
            if record.text("by") == "break" { leaveStream(record) }
        case "stream.resumed": hearStream(record)
        case "stream.shifted":
            note(.shift, record, "stream frame \(record.integer("streamFrame") ?? 0)")
            hearStream(record)
        case "stream.discontinuity": note(.discontinuity, record, record.text("reason") ?? "")
        case "stream.underrun":
            if let count = record.integer("count") {
                note(.deviceUnderrun, record, count == 1 ? "" : "\(count) times")
            } else {
                note(
                    .streamUnderrun, record, "stream frame \(record.integer("streamFrame") ?? 0)")
            }
        default: break
        }
    }

    private mutating func leaveStream(_ record: EventRecord) {
        guard let frame = record.integer("streamFrame") else { return }
        let place = Place(output: record.time, stream: FrameTime(Int64(frame)))
        left = place
        if let last = breaks.indices.last {
            breaks[last].manner = String(record.event.dropFirst("stream.".count))
        }
        let joint = joints.lastIndex {
            $0.from == .stream && $0.streamFrame == nil && $0.frame >= place.output
        }
        guard let joint else { return }
        joints[joint].streamFrame = place.stream
        joints[joint].gap = joints[joint].frame - place.output
    }

    /// The stream is heard, again or for the first time.
    mutating func hearStream(_ record: EventRecord) {
        endSilence(at: record.time)
        let frame = record.integer("streamFrame").map { FrameTime(Int64($0)) }
        switch heard {
        case .spot: return
        case .silence, .stream: break
        case .afterSpot(let slot, let end):
            var joint = SessionJoint(
                from: .spot(slot), to: .stream, frame: record.time, gap: record.time - end,
                streamFrame: frame)
            if let left, let frame {
                joint.progress = SessionJoint.Progress(
                    streamFrameCount: frame - left.stream,
                    outputFrameCount: record.time - left.output)
            }
            add(joint, to: \.joints)
        }
        left = nil
        heard = .stream
        if firstSound == nil { firstSound = record.time }
    }
}
