import MediaTime

/// A frame of a spot at which something is to be said once it was heard.
package struct SpotMark: Hashable, Sendable {
    package enum Kind: Int, Hashable, Sendable {
        case started
        case firstAudible
        case firstQuartile
        case midpoint
        case thirdQuartile
        case ended
    }

    package var kind: Kind

    /// The frame that is told.
    package var frame: FrameTime

    /// It is told once everything before this frame was heard.
    package var due: FrameTime
}

extension AdvertisementPlayer {
    /// All that is to be said of it where it fills `range`, in the order in which it is due.
    ///
    /// A share of a spot counts as heard when all its frames were (VAST 4.3, 3.14.1); a frame,
    /// when the one after it is next.
    package func marks(in range: FrameRange) -> [SpotMark] {
        guard let audio, !range.isEmpty else { return [] }
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
        // A cut holds once the frame after it was heard: until then its layout can be refused.
        let endDue = range.count == audio.frameCount ? range.end : range.end + 1
        let end = SpotMark(kind: .ended, frame: range.end, due: endDue)
        return (begun + shares).filter { $0.due <= range.end }.sorted(by: SpotMark.precedes) + [end]
    }

    /// What is still to be said of it.
    ///
    /// Told by kind and not by frame: a spot can be cut at a frame up to which all was heard.
    package func untoldMarks(in range: FrameRange) -> [SpotMark] {
        marks(in: range).filter { !toldMarks.contains($0.kind) }
    }

    /// What is known of its samples; `nil` until they are there.
    var audio: SpotAudio? {
        switch state {
        case .ready(let audio): audio
        case .connecting, .receiving: nil
        }
    }
}

extension SpotMark {
    fileprivate static func precedes(_ left: SpotMark, _ right: SpotMark) -> Bool {
        (left.due.frames, left.kind.rawValue) < (right.due.frames, right.kind.rawValue)
    }
}
