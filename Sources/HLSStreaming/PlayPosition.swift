import HLSPlaylists
import MediaTime

/// The place of the next segment, or part of one, in the stream.
struct PlayPosition: Hashable {
    /// The number of the segment.
    var sequence: Int
    /// How many of its parts are played.
    var part = 0

    /// What a playlist has at a position.
    enum Found: Hashable {
        /// The segment with this index, whole.
        case segment(Int)
        /// A part of the segment with this index, which may be the one after the last.
        case part(Int, of: Int)
        /// The station has no media there, and goes on at the next position.
        case gap(next: PlayPosition)
        /// Nothing yet.
        case nothing
        /// It is no longer in the playlist.
        case gone
        /// The stream ends there.
        case end
    }

    /// What `playlist` has here. Parts of a segment that is not whole count if `usesParts`.
    func find(in playlist: MediaPlaylist, usesParts: Bool) -> Found {
        let index = sequence - playlist.mediaSequence
        let next = PlayPosition(sequence: sequence + 1)
        guard index >= 0 else { return .gone }
        guard index < playlist.segments.count else {
            if playlist.hasEnded { return .end }
            guard usesParts, index == playlist.segments.count, part < playlist.openParts.count
            else { return .nothing }
            let gap = PlayPosition(sequence: sequence, part: part + 1)
            return playlist.openParts[part].isGap ? .gap(next: gap) : .part(part, of: index)
        }
        let segment = playlist.segments[index]
        guard !segment.isGap else { return .gap(next: next) }
        guard part > 0 else { return .segment(index) }
        // The parts of an old segment are no longer listed.
        guard part < segment.parts.count else {
            return part == segment.parts.count
                ? next.find(in: playlist, usesParts: usesParts) : .gap(next: next)
        }
        let gap = PlayPosition(sequence: sequence, part: part + 1)
        return segment.parts[part].isGap ? .gap(next: gap) : .part(part, of: index)
    }
}

extension PlayPosition {
    /// Where to begin in `playlist`: as far before its end as `holdBack`, or where it says.
    init(startOf playlist: MediaPlaylist, holdBack: Duration, usesParts: Bool) {
        let starts = playlist.starts
        let wholeEnd = starts[starts.count - 1]
        let end = usesParts ? wholeEnd + playlist.openParts.duration : wholeEnd
        var target = playlist.isRecorded ? .zero : end - holdBack
        if let offset = playlist.start?.offset {
            let place = offset < .zero ? end + offset : offset
            target = playlist.isRecorded ? min(place, end) : min(place, target)
        }
        self.init(nearest: max(target, .zero), in: playlist, starts, usesParts: usesParts)
    }

    /// The last place at or before `target` at which decoding can begin.
    private init(
        nearest target: Duration, in playlist: MediaPlaylist, _ starts: [Duration],
        usesParts: Bool
    ) {
        let count = playlist.segments.count
        let index = max(0, (starts.lastIndex { $0 <= target } ?? 0))
        sequence = playlist.mediaSequence + min(index, max(0, count - 1))
        guard usesParts else { return }
        sequence = playlist.mediaSequence + index
        let parts = index < count ? playlist.segments[index].parts : playlist.openParts
        var start = starts[index]
        for (number, candidate) in parts.enumerated() where start <= target {
            if candidate.isIndependent, !candidate.isGap { part = number }
            start += candidate.duration
        }
    }

    /// The place in `new` that is heard at the same time as this one in `old`.
    func carried(from old: MediaPlaylist, to new: MediaPlaylist, usesParts: Bool) -> PlayPosition {
        let oldStarts = old.starts
        let newStarts = new.starts
        let index = min(max(0, sequence - old.mediaSequence), oldStarts.count - 1)
        let oldDates = ProgramDates(old)
        if !oldDates.dates.isEmpty,
            let date = oldDates.date(at: oldStarts[index], in: old),
            let place = ProgramDates(new).position(of: date)
        {
            return PlayPosition(sequence: new.sequence(closestTo: place, newStarts))
        }
        // The other playlist may be older by as much as one of them lists.
        let most = max(3, new.segments.count, old.segments.count)
        if (new.mediaSequence...new.end + most).contains(sequence) {
            return usesParts ? self : PlayPosition(sequence: part > 0 ? sequence + 1 : sequence)
        }
        let place =
            newStarts[newStarts.count - 1] - (oldStarts[oldStarts.count - 1] - oldStarts[index])
        return PlayPosition(sequence: new.sequence(closestTo: place, newStarts))
    }
}

extension ProgramDates {
    /// The date of a place counted from the beginning of the first segment of `playlist`.
    fileprivate func date(at place: Duration, in playlist: MediaPlaylist) -> WallClockDate? {
        guard let last = playlist.segments.last, let date = dates.last else { return nil }
        let starts = playlist.starts
        guard let index = starts.firstIndex(of: place) else { return nil }
        return index < dates.count ? dates[index] : date.advanced(by: last.duration)
    }
}

extension MediaPlaylist {
    /// Whether all of it is there from the beginning, and nothing of it goes away.
    var isRecorded: Bool { hasEnded }

    /// The number of the segment whose beginning is closest to `place`.
    ///
    /// A segment that is not there yet has the length of the last one.
    fileprivate func sequence(closestTo place: Duration, _ starts: [Duration]) -> Int {
        let end = starts[starts.count - 1]
        if let length = segments.last?.duration, place > end {
            let count = min((place - end) / length, 1000).rounded()
            return mediaSequence + segments.count + Int(saturating: count)
        }
        let index = starts.indices.min { abs(starts[$0], place) < abs(starts[$1], place) }
        return mediaSequence + (index ?? 0)
    }

    private func abs(_ left: Duration, _ right: Duration) -> Duration {
        left > right ? left - right : right - left
    }
}

extension [PartialSegment] {
    /// The length of all parts.
    var duration: Duration { reduce(.zero) { $0 + $1.duration } }
}
