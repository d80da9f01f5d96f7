import MediaTime

/// A source that was opened, and what it has said since.
struct OpenedSource: Hashable, Sendable {
    let address: String
    let namer: SourceNamer

    /// `nil` until it is connected.
    var facts: SourceFacts?

    /// Where its sound does not follow on itself, as far as that is not heard yet.
    var discontinuities: [Discontinuity] = []

    /// Why no more of it will be decoded, if that is not because it is at its end.
    var failure: SessionFailure?

    /// The first stream frame after its last, once all of it was decoded.
    var end: FrameTime?

    /// Where a file ends, as far as that is known; it may end before.
    var length: FrameTime?

    init(_ address: String, namedBy namer: SourceNamer) {
        self.address = address
        self.namer = namer
    }

    mutating func take(_ news: SourceEvent) {
        switch news {
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
        case .ready, .title, .reconnecting, .reconnected, .leftBehind, .kept: break
        }
    }

    /// Takes over what `earlier` knew, which is the same source as it was heard up to a jump to
    /// stream frame `position`.
    mutating func goOn(from earlier: OpenedSource, at position: FrameTime) {
        facts = facts ?? earlier.facts
        // What was found weighs more than a header, which may declare too much.
        length = [length, earlier.length].compactMap { $0 }.min()
        // Its own reader may have found some of them again.
        let known = earlier.discontinuities.filter { $0.frame >= position }
        discontinuities = (known.filter { !discontinuities.contains($0) } + discontinuities)
            .sorted { $0.frame < $1.frame }
    }
}
