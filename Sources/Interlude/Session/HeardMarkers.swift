import MediaTime

/// The events of the stream that are reported once they are heard, in order of output frames.
struct HeardMarkers: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        /// The output frame of the event.
        var frame: FrameTime
        var marker: Marker

        /// The entry is due once everything before this frame was heard. A marker reports something
        /// that starts with its frame, so the frame itself must be heard.
        var due: FrameTime { frame + 1 }
    }

    enum Marker: Hashable, Sendable {
        /// The stream is heard for the first time, or again after it had stopped by itself.
        case plays(streamFrame: FrameTime)
        case leaves(BreakStart, streamFrame: FrameTime)
        case returns(streamFrame: FrameTime)
        case pauses
        case shifts(streamFrame: FrameTime)
        /// The mute music is laid out only up to here, and needs more repetitions.
        case muteMusicRunsOut
    }

    /// What the stream does when a break starts.
    enum BreakStart: String, Hashable, Sendable {
        case muted
        case held
        case ducked
    }

    private(set) var entries: [Entry] = []

    /// The next entry is due once everything before this output frame was heard.
    var next: FrameTime { entries.first?.due ?? .distantFuture }

    /// Whether the last pending report is that the stream plays; `false` for a pause, `nil` if
    /// neither is pending.
    var toldToPlay: Bool? {
        for entry in entries.reversed() {
            switch entry.marker {
            case .plays, .shifts: return true
            case .pauses: return false
            case .leaves, .returns, .muteMusicRunsOut: continue
            }
        }
        return nil
    }

    /// Whether a report of the stream's return is pending.
    var hasReturn: Bool {
        entries.contains { entry in
            switch entry.marker {
            case .returns: true
            case .plays, .shifts, .pauses, .leaves, .muteMusicRunsOut: false
            }
        }
    }

    mutating func add(_ marker: Marker, at frame: FrameTime) {
        let place = entries.firstIndex { $0.frame > frame } ?? entries.endIndex
        entries.insert(Entry(frame: frame, marker: marker), at: place)
    }

    /// Removes the entries from `frame` on.
    mutating func cut(at frame: FrameTime) {
        entries.removeAll { $0.frame >= frame }
    }

    /// Removes and returns the first entry, if everything before `heard` being heard makes it due.
    mutating func popDue(heard: FrameTime) -> Entry? {
        guard let first = entries.first, first.due <= heard else { return nil }
        return entries.removeFirst()
    }
}
