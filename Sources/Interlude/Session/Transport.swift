import AdPlayback
import MediaTime
import Playout

/// The state of the programme: the current stream and its replacement, the reasons for which it
/// stands still, and its end.
struct Transport: Hashable, Sendable {
    var lifecycle = SessionLifecycle()

    /// The stream on the timeline; `nil` until the first is ready, and after each change of source
    /// until the new one is.
    var current: Side?

    /// The stream that is being opened; it becomes current when it is ready.
    var incoming: Side?

    /// The requested source, which has no audio yet; the session changes to it when it has.
    var candidate: Side?

    /// The generation of the stream that was opened last; 0 for none.
    private(set) var lastGeneration = 0

    /// The live edge of a live stream.
    var live = LiveEdge()

    var output = Output()

    /// The stream that an interactive break holds; `nil` if none is held.
    var hold: Hold?

    var firstStream = FirstStream()

    var rebuffering: Rebuffering

    var ending: Ending?

    /// The source that follows one that has ended or cannot be played.
    var home: Home

    init(_ configuration: SessionConfiguration) {
        rebuffering = Rebuffering(rule: RebufferRule(configuration))
        home = Home(configuration)
    }

    /// The sink, as far as it reports.
    struct Output: Hashable, Sendable {
        var state = OutputState.running

        /// For how long it has been missing.
        var outage = OutputOutage()
    }

    /// What holds for the beginning of a session only.
    struct FirstStream: Hashable, Sendable {
        /// The state of the stream's wait for the spots that precede it.
        var spotWait = FirstSpotWait.none

        /// Whether the session has returned to its home, so that a schedule of the first connection
        /// no longer applies.
        var isLeft = false
    }

    /// How a stream that ran dry goes on.
    struct Rebuffering: Hashable, Sendable {
        var rule: RebufferRule

        /// The lag that underruns of the stream have caused.
        var lag = RebufferLag()

        /// Whether the stream has jumped to catch up, and was not heard since.
        var isCaughtUp = false
    }

    /// A stream's wait for the spots that precede it.
    enum FirstSpotWait: Hashable, Sendable {
        /// It does not wait, or not yet.
        case none
        /// It waits until this output frame at the latest.
        case until(FrameTime)
        /// The limit has passed, and the stream starts without them.
        case over
    }

    /// The planned end of the session.
    enum Ending: Hashable, Sendable {
        /// After a fade in the next plan, and at `by` at the latest.
        case fading(SessionEnd, by: FrameTime)
        case at(FrameTime, SessionEnd)
        case over
    }

    struct Side: Hashable, Sendable {
        let generation: Int
        var source: OpenedSource
        let origin: Origin

        /// The stream frame at which it continues while it is not on the timeline.
        var position: FrameTime

        var readiness = Readiness.opening

        /// The kept amount of a requested source, as ``LiveEdge/kept`` for the current one.
        var kept: Duration?

        /// Whether the listener has paused since the request of this source.
        var startsPaused = false

        /// Whether the listener requested this place. If the place does not exist, the session
        /// stays where it is.
        var isAskedFor = false

        /// Whether the stream stands still until this side takes over, because it resumes here.
        var isAwaited = false

        /// Whether the timeline has played any of it, or of the stream before a jump.
        var hasBegun = false

        var told = Told()

        /// The output frame after its last one; `nil` until that one was rendered.
        var exhaustedAt: FrameTime?

        var voice: Voice { .stream(generation: generation) }
        var isLive: Bool { source.facts?.kind == .live }

        mutating func take(_ event: SourceEvent) {
            source.take(event, heard: told.tags.end)
            if case .ready = event { readiness = .ready }
        }
    }

    /// What was reported of a stream, and what is still to be reported.
    struct Told: Hashable, Sendable {
        /// Whether the last report was that it plays.
        var plays = false

        /// Whether it continues a stream that was reported to play, at another frame, and that is
        /// still to be reported.
        var isShifted = false

        /// Whether a break was reported to have replaced it, and its return was not.
        var isAway = false

        /// Whether it resumes after a hold, and that is still to be reported.
        var isComingBack = false

        /// The output frame of the last report that it plays, there or at another place.
        var since = FrameTime.zero

        /// The last title that was reported; `nil` if none was.
        var title: String?

        var tags = ToldTags()
    }

    enum Origin: Hashable, Sendable {
        /// A new stream, whatever was heard before.
        case opened
        /// The same stream at another frame.
        case jumped
    }

    enum Readiness: Hashable, Sendable {
        case opening
        case ready
        /// It ran dry, and waits for more audio.
        case starved
    }

    /// Makes a new incoming side.
    ///
    /// Returns its generation, and the generation of the incoming side that it replaces.
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

    /// The number of a new generation.
    mutating func nextGeneration() -> Int {
        lastGeneration += 1
        return lastGeneration
    }

    /// Makes a new candidate, and returns its generation.
    mutating func prepareCandidate(_ address: String, namedBy namer: SourceNamer) -> Int {
        lastGeneration += 1
        candidate = Side(
            generation: lastGeneration, source: OpenedSource(address, namedBy: namer),
            origin: .opened, position: .zero)
        return lastGeneration
    }

    /// Makes an incoming side that is ready current, unless the stream is held. Ends a hold whose
    /// target the stream has reached.
    ///
    /// Returns the generation that is no longer needed.
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
            next.told.tags.end = next.position
        }
        current = next
        incoming = nil
        return old?.generation
    }

    /// Forgets the streams and their live edge, before another source.
    mutating func clear() {
        current = nil
        incoming = nil
        home.wait(for: nil)
        live = LiveEdge()
    }

    /// Changes the side of `generation`.
    ///
    /// Returns `false` if there is none.
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
