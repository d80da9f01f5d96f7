import AdPlayback
import MediaTime
import Playout

/// What becomes of the programme: the stream that is heard and the one that takes its place, why it
/// stands still if it does, and the end that it goes to.
struct Transport: Hashable, Sendable {
    var lifecycle = SessionLifecycle()

    /// The stream on the timeline; `nil` before the first is ready, also of those opened later.
    var current: Side?

    /// The stream being opened; takes over when it is ready.
    var incoming: Side?

    /// The source that was asked for and has no sound yet; what plays is left for it when it has.
    var candidate: Side?

    /// How many streams were ever opened.
    private(set) var lastGeneration = 0

    /// Where a live stream is live.
    var live = LiveEdge()

    var output = OutputState.running

    /// The stream that stands still for an interactive break; `nil` while it goes its way.
    var hold: Hold?

    /// How far the stream's wait for the advertisements before it has come.
    var firstSpotWait = FirstSpotWait.none

    var rebuffering: RebufferRule

    /// What running dry has put the listener behind.
    var rebufferLag = RebufferLag()

    var ending: Ending?

    init(_ configuration: SessionConfiguration) {
        rebuffering = RebufferRule(configuration)
    }

    /// A stream's wait for the advertisements before it.
    enum FirstSpotWait: Hashable, Sendable {
        /// It does not wait, or not yet.
        case none
        /// It is laid out to wait, up to this output frame.
        case until(FrameTime)
        /// It has waited for as long as it may, and begins without them.
        case over
    }

    /// The end that the session is going to.
    enum Ending: Hashable, Sendable {
        /// With the next plan, after a fade, and at `by` at the latest.
        case fading(SessionEnd, by: FrameTime)
        case at(FrameTime, SessionEnd)
        case over
    }

    struct Side: Hashable, Sendable {
        let generation: Int
        var source: OpenedSource
        let origin: Origin

        /// The stream frame with which it goes on while it is not on the timeline.
        var position: FrameTime

        var readiness = Readiness.opening

        /// How much of a source that was asked for is kept, as ``LiveEdge/kept`` has it of the one
        /// that plays.
        var kept: Duration?

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

    /// Lets the incoming side take over if it is ready and the stream does not stand still, and the
    /// stream go on that has come to where it wanted to go on.
    ///
    /// Returns the generation that is not needed any more.
    mutating func takeOver() -> Int? {
        let replaced = putIncomingInPlace()
        if hold?.phase == .leaving, current?.position == hold?.target {
            hold = nil
            current?.told.isShifted = false
            current?.told.isComingBack = true
        }
        return replaced
    }

    private mutating func putIncomingInPlace() -> Int? {
        guard var next = incoming, next.readiness == .ready,
            hold?.phase != .standing || next.origin == .opened
        else { return nil }
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
        live = LiveEdge()
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
