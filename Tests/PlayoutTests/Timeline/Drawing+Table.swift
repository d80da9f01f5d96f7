import AudioMixing
import Foundation
import MediaTime
import Playout

extension Drawing {
    /// The output as text, one line per joint: the output frame, and for each voice its programme
    /// frame, its gain, and the direction of the gain. Voices in brackets are leaving.
    var table: [String] {
        joints.map { time in
            let sounds = timeline.clips.filter { $0.output.contains(time) }
                .sorted { $0.rank < $1.rank }
                .map { $0.words(at: time) }
            let limiter = timeline.limited.contains { $0.contains(time) } ? ["limited"] : []
            let mark = switches.contains(time) ? "*" : " "
            let frame = "\(time.frames)"
            return String(repeating: " ", count: max(0, 7 - frame.count)) + frame + mark + " "
                + (sounds.isEmpty ? ["silence"] : sounds + limiter).joined(separator: ", ")
        }
    }

    /// The frames where a clip, a ramp, a switch or a limited range begins or ends.
    private var joints: [FrameTime] {
        var joints = Set(switches)
        for clip in timeline.clips {
            joints.formUnion([clip.output.start, clip.output.end])
            for ramp in [clip.envelope.level, clip.envelope.entry, clip.envelope.exit]
            where ramp.from != ramp.to {
                joints.formUnion(
                    [ramp.start, ramp.end].filter {
                        $0 >= clip.output.start && $0 < clip.output.end
                    })
            }
        }
        for range in timeline.limited { joints.formUnion([range.start, range.end]) }
        return joints.filter { $0 != .distantFuture }.sorted()
    }
}

extension PlannedClip {
    fileprivate var rank: Int {
        switch voice {
        case .stream(let generation): generation
        case .spot(let token): 1000 + Int(token)
        case .muteMusic: 2000
        case .voiceOver(let number): 3000 + number
        }
    }

    fileprivate func words(at time: FrameTime) -> String {
        let name =
            switch voice {
            case .stream(let generation): generation == 1 ? "stream" : "stream \(generation)"
            case .spot(let token): "spot \(token)"
            case .muteMusic: "music"
            case .voiceOver: "voice-over"
            }
        let frame = "\(name) @\(sourceFrame(at: time).frames)"
        return (role == .fadingAway ? "(\(frame))" : frame) + " \(gain(at: time))"
    }

    private func gain(at time: FrameTime) -> String {
        let gain = envelope.gain(at: time)
        let ahead = envelope.gain(at: time + 4)
        let way = ahead > gain + 1e-6 ? " rising" : ahead < gain - 1e-6 ? " falling" : ""
        return String(format: "%.3g", Double(gain)) + way
    }
}
