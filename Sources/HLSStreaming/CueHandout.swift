import AdCues
import HLSPlaylists
import MediaTime

/// Hands out the markers of a playlist together with the segments that they lie in, each once.
struct CueHandout: Hashable {
    fileprivate struct Key: Hashable {
        var id: String?
        var kind: Cue.Kind
        /// A later tag may say more about it.
        var interstitial: Interstitial?
        /// The segment of a marker without a name: its tag stays with the segment.
        var sequence: Int?
    }

    /// The markers of the newest playlist, counted from the beginning of its first segment.
    private var cues: [Entry] = []
    /// What was handed out, and in which segment it lies.
    private var given: [Key: Given] = [:]
    /// The date ranges of the newest playlist, by their ids.
    private var ranges: [String: RangeTag] = [:]
    /// Cues that take back breaks that were handed out.
    private var withdrawals: [Cue] = []
    private var hasBegun = false

    private struct Given: Hashable {
        var sequence: Int
        var source: Cue.Source
    }

    /// Where the tag of a date range stands.
    private struct RangeTag: Hashable {
        /// The segment that follows.
        let sequence: Int
        /// Whether it stood elsewhere before: some packagers write all ranges into the header.
        var floats = false
    }

    fileprivate struct Entry: Hashable {
        var cue: Cue
        var key: Key
        var sequence: Int
    }

    /// Takes the markers of a new playlist. It is the next state of the one before, unless that is
    /// another sequence of segments, or a rendition with markers of its own.
    mutating func renew(
        from playlist: MediaPlaylist, _ starts: [Duration], isNextState: Bool
    ) {
        var ranges: [String: RangeTag] = [:]
        for range in playlist.dateRanges {
            let sequence = playlist.mediaSequence + range.segmentIndex
            let before = isNextState ? self.ranges[range.id] : nil
            let floats = before.map { $0.floats || $0.sequence != sequence } ?? false
            ranges[range.id] = RangeTag(sequence: sequence, floats: floats)
        }
        if isNextState {
            let gone = self.ranges.filter { ranges[$0.key] == nil }
            withdraw(gone.filter { $1.floats || $1.sequence >= playlist.mediaSequence }, playlist)
        }
        self.ranges = ranges
        cues = []
        // A date range may stay in the playlist when its segment has left it.
        var listed: Set<Key> = []
        var index = 0
        for cue in Cue.cues(in: playlist) {
            while index + 1 < playlist.segments.count, FrameTime(starts[index + 1]) <= cue.position
            {
                index += 1
            }
            let sequence = playlist.mediaSequence + index
            let key = Key(
                id: cue.id, kind: cue.kind, interstitial: cue.interstitial,
                sequence: cue.id == nil ? sequence : nil)
            listed.insert(key)
            if given[key] == nil { cues.append(Entry(cue: cue, key: key, sequence: sequence)) }
        }
        given = given.filter {
            $0.value.sequence >= playlist.mediaSequence || listed.contains($0.key)
        }
    }

    /// Takes back the breaks of date ranges that have left the playlist, though the segments at which
    /// they start have not.
    private mutating func withdraw(_ ranges: [String: RangeTag], _ playlist: MediaPlaylist) {
        let gone = given.filter { key, one in
            one.sequence >= playlist.mediaSequence && key.kind.beginsBreak
                && key.id.map { ranges[$0] != nil } == true
        }
        withdrawals += gone.sorted { $0.value.sequence < $1.value.sequence }.map { key, one in
            Cue(id: key.id, .cancel, at: .zero, source: one.source)
        }
        for key in gone.keys { given[key] = nil }
    }

    /// Removes and returns the markers before `end`, as seen from `start`, the first frame of the
    /// media that they come with. Both count from the beginning of the playlist's first segment.
    mutating func take(from start: FrameTime, before end: FrameTime) -> [Cue] {
        let count = cues.prefix { $0.cue.position < end }.count
        let taken = cues.prefix(count)
        cues.removeFirst(count)
        var result = withdrawals
        withdrawals = []
        for entry in taken {
            let one = Given(sequence: entry.sequence, source: entry.cue.source)
            guard given.updateValue(one, forKey: entry.key) == nil else { continue }
            var cue = entry.cue
            if cue.interstitial?.triggers.contains(.pre) == true {
                // It comes before the programme, wherever the listener joins.
                guard !hasBegun else { continue }
                cue.position = start
            } else if !hasBegun, cue.position < start {
                // The break began before the listener came.
                guard let rest = cue.joined(at: start, unlessEndedBy: taken) else { continue }
                cue = rest
            }
            cue.position = FrameTime(Int64(cue.position - start))
            result.append(cue)
        }
        hasBegun = true
        return result
    }
}

extension Cue.Kind {
    fileprivate var beginsBreak: Bool { if case .out = self { true } else { false } }
}

extension Cue {
    /// What this marker says at `start`, at which the listener joins after it: the rest of a break
    /// that has a length. `nil` if nothing is left, or if one of `entries` has ended it.
    fileprivate func joined(
        at start: FrameTime, unlessEndedBy entries: ArraySlice<CueHandout.Entry>
    ) -> Cue? {
        guard case .out(let duration?) = kind, position + duration.frameCount > start else {
            return nil
        }
        let isOver = entries.contains { entry in
            let range = position...start
            guard range.contains(entry.cue.position), entry.cue.id == id else { return false }
            return entry.cue.kind == .in || entry.cue.kind == .cancel
        }
        guard !isOver else { return nil }
        var cue = self
        cue.kind = .continue(elapsed: .frames(start - position), duration: duration)
        cue.position = start
        return cue
    }
}
