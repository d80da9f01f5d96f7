import MediaTime

/// What is to be said about the stream once it was heard, in the order of frames.
struct HeardMarkers: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        /// The output frame that the entry is about.
        var frame: FrameTime
        var marker: Marker

        /// Everything before this frame has been heard when the entry is due. A marker says that
        /// something begins with its frame, so the frame itself has to be heard.
        var due: FrameTime { frame + 1 }
    }

    enum Marker: Hashable, Sendable {
        /// The stream is heard for the first time, or again after a stop of its own.
        case plays(streamFrame: FrameTime)
        case leaves(BreakStart, streamFrame: FrameTime)
        case returns(streamFrame: FrameTime)
        case pauses
        case shifts(streamFrame: FrameTime)
        /// More turns of the mute music have to be laid.
        case muteMusicRunsOut
    }

    /// What the stream does as a break begins.
    enum BreakStart: String, Hashable, Sendable {
        case muted
        case held
        case ducked
    }

    private(set) var entries: [Entry] = []

    /// The frame before which everything has to be heard for the next entry to be due.
    var next: FrameTime { entries.first?.due ?? .distantFuture }

    /// Whether the last that will be told of the stream's playing is that it plays; `nil` if
    /// nothing of it is to be told.
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

    /// Whether it is still to be told that the stream is back.
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

    /// Drops what was planned from `frame` on.
    mutating func cut(at frame: FrameTime) {
        entries.removeAll { $0.frame >= frame }
    }

    /// Takes out the first entry, if everything before `heard` being heard makes it due.
    mutating func popDue(heard: FrameTime) -> Entry? {
        guard let first = entries.first, first.due <= heard else { return nil }
        return entries.removeFirst()
    }
}
