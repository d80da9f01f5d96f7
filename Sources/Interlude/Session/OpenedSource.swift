import AdCues
import MediaTime

/// A source, and what its events have reported so far.
struct OpenedSource: Hashable, Sendable {
    let address: String
    let namer: SourceNamer

    /// `nil` until it is connected.
    var facts: SourceFacts?

    /// The discontinuities that were not heard yet, in order.
    var discontinuities: [Discontinuity] = []

    /// The latest titles that the stream sent, in order of their frames.
    var titles: [StreamTitle] = []

    /// The limit on ``titles``; the earliest are forgotten.
    static let titleLimit = 256

    /// The latest timed tags that the stream sent.
    var tags = StreamTags()

    /// The cues that ``SessionMachine`` has not taken, in the order in which they came.
    var cues: [Cue] = []

    /// The limit on ``cues``; the earliest are forgotten.
    static let cueLimit = 256

    /// Why the connection of a live stream was lost; `nil` while there is one.
    var lossReason: String?

    /// Why decoding stopped before the end; `nil` if it did not.
    var failure: SessionFailure?

    /// The first stream frame after the last one; `nil` until everything was decoded.
    var end: FrameTime?

    /// The end of a file, as far as that is known. The audio may end earlier.
    var length: FrameTime?

    init(_ address: String, namedBy namer: SourceNamer) {
        self.address = address
        self.namer = namer
    }

    /// Takes an event. A listener who hears the source has heard it up to stream frame `heard`.
    mutating func take(_ event: SourceEvent, heard: FrameTime? = nil) {
        switch event {
        case .opened(let facts):
            self.facts = facts
            length = facts.length
        case .failed(let failure): self.failure = failure
        case .discontinuity(let reason, let frame):
            let place = discontinuities.firstIndex { $0.frame > frame }
            discontinuities.insert(
                Discontinuity(frame: frame, reason: reason),
                at: place ?? discontinuities.endIndex)
        case .ended(let frame):
            end = frame
            length = frame
        case .title(let text, let frame): take([StreamTitle(frame: frame, text: text)])
        case .tag(let frames, let frame): tags.add(frames, at: frame, notBefore: heard)
        case .cue(let cue):
            cues.append(cue)
            cues.removeFirst(max(0, cues.count - Self.cueLimit))
        case .reconnecting(let reason): lossReason = reason
        case .reconnected: lossReason = nil
        case .ready, .leftBehind, .kept: break
        }
    }

    private mutating func take(_ more: [StreamTitle]) {
        titles += more.filter { !titles.contains($0) }
        titles.sort { $0.frame < $1.frame }
        titles.removeFirst(max(0, titles.count - Self.titleLimit))
    }

    /// Takes over the knowledge of `earlier`, which is the same source before a jump to stream
    /// frame `position`.
    mutating func goOn(from earlier: OpenedSource, at position: FrameTime) {
        facts = facts ?? earlier.facts
        // The smaller length counts: an end that was found outweighs a header, which may declare
        // too much.
        length = [length, earlier.length].compactMap { $0 }.min()
        take(earlier.titles)
        let newTags = tags
        tags = earlier.tags
        tags.add(newTags)
        cues = earlier.cues + cues
        // The new reader may have reported some of them again.
        let known = earlier.discontinuities.filter { $0.frame >= position }
        discontinuities = (known.filter { !discontinuities.contains($0) } + discontinuities)
            .sorted { $0.frame < $1.frame }
    }
}

/// A title that a stream sent, valid from a stream frame on.
struct StreamTitle: Hashable, Sendable {
    var frame: FrameTime
    var text: String
}
