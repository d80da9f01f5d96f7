import AudioDecoding
import MediaTime

/// Which stream frame is which programme frame, of a live stream that is played a little faster or
/// slower than it came.
///
/// Both grow, so the map can be read in either direction. It is exact where
/// samples have been written; beyond that it is what the newest rate makes of it.
struct ProgrammeMap: Sendable {
    private struct Anchor {
        /// In frames of the stream, and parts of one.
        var stream: Double
        var programme: FrameTime
        /// Stream frames for each programme frame from here on, while there is no later anchor.
        var rate: Double
    }

    private var anchors: [Anchor]

    /// Both are the same.
    init() {
        anchors = [Anchor(stream: 0, programme: .zero, rate: 1)]
    }

    /// The stream frame that is heard as programme frame `time`.
    func streamFrame(at time: FrameTime) -> FrameTime {
        FrameTime(Int64(saturating: position(at: time).rounded()))
    }

    /// The programme frame as which stream frame `frame` is heard.
    func programmeFrame(of frame: FrameTime) -> FrameTime {
        let stream = Double(frame.frames)
        let index = last { $0.stream <= stream }
        let distance = (stream - anchors[index].stream) / rate(after: index)
        return anchors[index].programme + Int(saturating: distance.rounded())
    }

    /// Says that programme frame `programme`, the newest, is stream frame `stream`, and that it
    /// goes on from there corrected by `correction`.
    mutating func bend(
        at programme: FrameTime, stream: Double, to correction: RateCorrection
    ) {
        while let last = anchors.last, last.programme >= programme { anchors.removeLast() }
        anchors.append(
            Anchor(
                stream: stream, programme: programme,
                rate: 1 + Double(correction.partsPerMillion) / 1e6))
    }

    /// The map of who goes on from programme frame `time` uncorrected.
    func branch(at time: FrameTime) -> ProgrammeMap {
        var map = self
        map.bend(at: time, stream: Double(streamFrame(at: time).frames), to: .none)
        return map
    }

    /// Forgets how it was before stream frame `frame`.
    mutating func forget(before frame: FrameTime) {
        anchors.removeFirst(last { $0.stream <= Double(frame.frames) })
    }

    private func position(at time: FrameTime) -> Double {
        let index = last { $0.programme <= time }
        return anchors[index].stream + Double(time - anchors[index].programme) * rate(after: index)
    }

    private func rate(after index: Int) -> Double {
        guard index + 1 < anchors.count else { return anchors[index].rate }
        let (from, to) = (anchors[index], anchors[index + 1])
        return (to.stream - from.stream) / Double(to.programme - from.programme)
    }

    /// The last anchor that `precedes`, as all before it do, or the first.
    private func last(where precedes: (Anchor) -> Bool) -> Int {
        var (low, high) = (0, anchors.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if precedes(anchors[middle]) { low = middle } else { high = middle }
        }
        return low
    }
}
