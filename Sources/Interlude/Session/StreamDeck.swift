import MediaTime
import Playout

/// The stream that is heard, and the one that is about to take its place.
struct StreamDeck: Hashable, Sendable {
    /// The one on the timeline; `nil` before the first is ready, also of those opened later.
    var current: Side?

    /// The one being opened; takes over when it is ready.
    var incoming: Side?

    /// The source that was asked for and has no sound yet; what plays is left for it when it has.
    var candidate: Side?

    /// How many were ever opened.
    private(set) var lastGeneration = 0

    /// The newest stream frame received, of a live stream.
    var liveEdge: FrameTime?

    /// The output frame that was heard when ``liveEdge`` was.
    var liveEdgeTime = FrameTime.zero

    /// How far behind ``liveEdge`` the stream was when it began to be heard.
    var initialLag: Int?

    /// How far behind live the listener was when the output was lost, until it is there again.
    var lagAtLoss: Int?

    /// Whether it was said that there is no room to keep as much of the stream as is asked for.
    var isShort = false

    struct Side: Hashable, Sendable {
        let generation: Int
        var source: OpenedSource
        let origin: Origin

        /// The stream frame with which it goes on while it is not on the timeline.
        var position: FrameTime

        var readiness = Readiness.opening

        /// Whether the listener has paused since they asked for this source.
        var startsPaused = false

        /// Whether a listener asked for this place, so that the session may stay where it is.
        var isAskedFor = false

        /// Whether the stream stands still until this side takes over: the listener goes on here.
        var isAwaited = false

        /// Whether any of it was passed on the timeline, or of the one that it was before a jump.
        var hasBegun = false

        var told = Told()

        /// The output frame after its last one, once that was rendered.
        var exhaustedAt: FrameTime?

        var voice: Voice { .stream(generation: generation) }
        var isLive: Bool { source.facts?.kind == .live }

        mutating func take(_ news: SourceEvent) {
            source.take(news)
            if case .ready = news { readiness = .ready }
        }
    }

    /// What was said of a stream, and is still to be said.
    struct Told: Hashable, Sendable {
        /// Whether the last that was said of it is that it plays.
        var plays = false

        /// Whether it took the place of the same source at another frame, in the listener's ear.
        var isShifted = false

        /// Whether it was said that a break took it away, and not yet that it is back.
        var isAway = false

        /// Whether it goes on after it stood still, and that was not said yet.
        var isComingBack = false
    }

    enum Origin: Hashable, Sendable {
        /// It is a stream of its own, whatever was heard before it.
        case opened
        /// It is the one that was heard, at another frame.
        case jumped
    }

    enum Readiness: Hashable, Sendable {
        case opening
        case ready
        /// It ran dry and waits for more.
        case starved
    }

    /// Makes a new incoming side.
    ///
    /// Returns its generation, and the generation of an incoming one that it replaces.
    mutating func prepare(
        _ address: String, namedBy namer: SourceNamer, _ origin: Origin, from position: FrameTime
    ) -> (new: Int, replaced: Int?) {
        lastGeneration += 1
        let replaced = incoming
        var new = Side(
            generation: lastGeneration, source: OpenedSource(address, namedBy: namer),
            origin: origin, position: position)
        new.isAwaited = replaced?.isAwaited ?? false
        incoming = new
        return (lastGeneration, replaced?.generation)
    }

    /// Makes a new candidate, and returns its generation.
    mutating func prepareCandidate(_ address: String, namedBy namer: SourceNamer) -> Int {
        lastGeneration += 1
        candidate = Side(
            generation: lastGeneration, source: OpenedSource(address, namedBy: namer),
            origin: .opened, position: .zero)
        return lastGeneration
    }

    /// Lets the incoming side take over if it is ready.
    ///
    /// Returns the generation that is not needed any more.
    mutating func takeOver() -> Int? {
        guard var next = incoming, next.readiness == .ready else { return nil }
        let old = current
        next.isAwaited = false
        if let old, next.origin == .jumped {
            next.source.goOn(from: old.source, at: next.position)
            next.hasBegun = old.hasBegun
            next.told = old.told
            next.told.isShifted = old.told.plays || old.told.isShifted
        }
        current = next
        incoming = nil
        return old?.generation
    }

    /// Forgets its streams, and where they are live: another one is opened.
    mutating func clear() {
        current = nil
        incoming = nil
        liveEdge = nil
        initialLag = nil
        lagAtLoss = nil
        isShort = false
    }

    /// Changes the side of that generation.
    ///
    /// Returns `false` if there is none any more.
    mutating func update(_ generation: Int, _ change: (inout Side) -> Void) -> Bool {
        if current?.generation == generation {
            change(&current!)
        } else if incoming?.generation == generation {
            change(&incoming!)
        } else {
            return false
        }
        return true
    }
}
