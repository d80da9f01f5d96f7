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
    private var given: [Key: Int] = [:]
    private var hasBegun = false

    fileprivate struct Entry: Hashable {
        var cue: Cue
        var key: Key
        var sequence: Int
    }

    /// Takes the markers of a new playlist.
    mutating func renew(from playlist: MediaPlaylist, _ starts: [Duration]) {
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
        given = given.filter { $0.value >= playlist.mediaSequence || listed.contains($0.key) }
    }

    /// Removes and returns the markers before `end`, as seen from `start`, the first frame of the
    /// media that they come with. Both count from the beginning of the playlist's first segment.
    mutating func take(from start: FrameTime, before end: FrameTime) -> [Cue] {
        let count = cues.prefix { $0.cue.position < end }.count
        let taken = cues.prefix(count)
        cues.removeFirst(count)
        var result: [Cue] = []
        for entry in taken where given.updateValue(entry.sequence, forKey: entry.key) == nil {
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
