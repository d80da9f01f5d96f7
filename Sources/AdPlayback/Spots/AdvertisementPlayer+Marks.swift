import Advertising
import MediaTime

/// A frame of a spot that is reported once it was heard.
package struct SpotMark: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case started
        case firstAudible
        case impression
        case firstQuartile
        case midpoint
        case thirdQuartile
        case skippable
        /// A place of the ad for which an ad server gets a beacon.
        case progress(VASTOffset)
        case ended
    }

    package var kind: Kind

    /// The reported frame.
    package var frame: FrameTime

    /// The report is due once all output before this frame was heard.
    package var due: FrameTime
}

extension AdvertisementPlayer {
    /// The marks of a spot at `range`, in the order in which they are due.
    ///
    /// A quartile counts once all its frames were heard (VAST 4.3, 3.14.1); a frame counts once it
    /// was heard.
    package func marks(in range: FrameRange) -> [SpotMark] {
        guard let audio, !range.isEmpty else { return [] }
        if bumper == .slate {
            return [
                SpotMark(kind: .started, frame: range.start, due: range.start + 1),
                SpotMark(kind: .ended, frame: range.end, due: range.end + 1),
            ]
        }
        let quarters: [(SpotMark.Kind, Int)] = [
            (.firstQuartile, 1), (.midpoint, 2), (.thirdQuartile, 3),
        ]
        let shares = quarters.map { kind, quarter in
            let frame = range.start + (audio.frameCount * quarter + 3) / 4
            return SpotMark(kind: kind, frame: frame, due: frame)
        }
        let audible = range.start + audio.leadIn
        let begun = [
            SpotMark(kind: .started, frame: range.start, due: range.start + 1),
            SpotMark(kind: .firstAudible, frame: audible, due: audible + 1),
        ]
        // A cut is final once the frame after it was heard; until then the sink can refuse its
        // layout.
        let endDue = range.count == audio.frameCount ? range.end : range.end + 1
        let end = SpotMark(kind: .ended, frame: range.end, due: endDue)
        let others = [impressionMark(in: range)] + shares + [skipMark(in: range)]
        // Those that are due at one frame keep this order.
        let marks = (begun + others.compactMap { $0 } + progressMarks(in: range)).enumerated()
            .filter { $0.element.due <= range.end }
            .sorted { ($0.element.due.frames, $0.offset) < ($1.element.due.frames, $1.offset) }
        return marks.map(\.element) + [end]
    }

    /// How much of an ad has to be heard for an impression, counted from its first sound.
    private static let impressionLength = 2 * FrameTime.rate

    /// Where an ad counts as heard if its volume stays above 0: after two audible seconds of sound,
    /// or at its end if it is shorter (MRC, audio). `nil` for a spot of no ad server.
    private func impressionMark(in range: FrameRange) -> SpotMark? {
        guard let audio, advertisement.tracking != nil else { return nil }
        let heard = min(audio.leadIn + Self.impressionLength, audio.frameCount)
        let frame = range.start + heard + mutedFrameCount
        return SpotMark(kind: .impression, frame: frame, due: frame)
    }

    /// Counts the frames of its sound that passed at volume 0 in `time`, for a spot at `range`.
    mutating func noteMuted(in time: FrameRange, at range: FrameRange) {
        guard let audio else { return }
        let start = max(time.start, range.start + audio.leadIn)
        mutedFrameCount += max(0, min(time.end, range.end) - start)
    }

    /// The frame from which on the listener may skip it, at `range`; `nil` if that is its start, or
    /// not before its end.
    package func skipFrame(in range: FrameRange) -> FrameTime? {
        guard let audio, case .from(let offset) = advertisement.skipping else { return nil }
        let missed = advertisement.startOffset.frameCount
        let place = offset.frame(ofFrameCount: audio.frameCount + missed) - missed
        return place < audio.frameCount ? range.start + max(0, place) : nil
    }

    private func skipMark(in range: FrameRange) -> SpotMark? {
        skipFrame(in: range).map { frame in
            SpotMark(kind: .skippable, frame: frame, due: max(frame, range.start + 1))
        }
    }

    /// The places of the ad for which its servers get beacons, in the order of the documents.
    private func progressMarks(in range: FrameRange) -> [SpotMark] {
        guard let audio, let tracking = advertisement.tracking else { return [] }
        let missed = advertisement.startOffset.frameCount
        let whole = audio.frameCount + missed
        return tracking.progressOffsets.compactMap { offset -> SpotMark? in
            let place = offset.frame(ofFrameCount: whole) - missed
            guard place >= 0 else { return nil }
            // Something of it was heard.
            let frame = range.start + max(1, place)
            return SpotMark(kind: .progress(offset), frame: frame, due: frame)
        }
    }

    /// The marks not reported yet, if its volume stays above 0.
    ///
    /// Matched by kind, not by frame, because a spot can be cut at a frame that was already heard.
    package func untoldMarks(in range: FrameRange) -> [SpotMark] {
        marks(in: range).filter { !toldMarks.contains($0.kind) }
    }

    /// `nil` until the spot is loaded.
    var audio: SpotAudio? {
        switch state {
        case .ready(let audio): audio
        case .connecting, .receiving: nil
        }
    }
}
