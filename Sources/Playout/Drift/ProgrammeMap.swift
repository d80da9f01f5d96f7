import AudioDecoding
import MediaTime

/// The map between stream frames and programme frames of a live stream with drift correction.
///
/// Both increase, and so the map works in either direction. It is exact for written samples, and
/// extrapolates beyond them at the newest rate.
struct ProgrammeMap: Sendable {
    private struct Anchor {
        /// In stream frames, with a fraction.
        var stream: Double
        var programme: FrameTime
        /// Stream frames per programme frame from here on, as long as there is no later anchor.
        var rate: Double
    }

    private var anchors: [Anchor]

    /// Makes an identity map.
    init() {
        anchors = [Anchor(stream: 0, programme: .zero, rate: 1)]
    }

    /// The stream frame that plays as programme frame `time`.
    func streamFrame(at time: FrameTime) -> FrameTime {
        FrameTime(Int64(saturating: position(at: time).rounded()))
    }

    /// The programme frame of stream frame `frame`.
    func programmeFrame(of frame: FrameTime) -> FrameTime {
        let stream = Double(frame.frames)
        let index = last { $0.stream <= stream }
        let distance = (stream - anchors[index].stream) / rate(after: index)
        return anchors[index].programme + Int(saturating: distance.rounded())
    }

    /// Anchors programme frame `programme`, the newest one, at stream frame `stream`. The map
    /// continues from there with `correction`.
    mutating func bend(
        at programme: FrameTime, stream: Double, to correction: RateCorrection
    ) {
        while let last = anchors.last, last.programme >= programme { anchors.removeLast() }
        anchors.append(
            Anchor(
                stream: stream, programme: programme,
                rate: 1 + Double(correction.partsPerMillion) / 1e6))
    }

    /// A copy of this map that continues uncorrected from programme frame `time`.
    func branch(at time: FrameTime) -> ProgrammeMap {
        var map = self
        map.bend(at: time, stream: Double(streamFrame(at: time).frames), to: .none)
        return map
    }

    /// Drops what lies before stream frame `frame`.
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

    /// The index of the last anchor for which `precedes` holds, as for all before it; 0 if it holds
    /// for none.
    private func last(where precedes: (Anchor) -> Bool) -> Int {
        var (low, high) = (0, anchors.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if precedes(anchors[middle]) { low = middle } else { high = middle }
        }
        return low
    }
}
