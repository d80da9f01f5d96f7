/// What a ``CueBook`` has found out.
package enum BreakNews: Hashable, Sendable {
    /// The cue repeats what is known of the break with this number, or adds a channel to it.
    case merged(into: Int)
    /// The cue changes nothing.
    case ignored(Reason)
    /// A break begins at a frame that was not reached yet.
    case announced(StreamBreak)
    /// The start or the length of a break that has not begun is another one.
    case changed(StreamBreak)
    /// A break has begun.
    case started(StreamBreak)
    /// The break that is open ends later than was known.
    case extended(StreamBreak)
    /// The break that is open ends earlier than was known, but has not ended yet.
    case shortened(StreamBreak)
    case ended(StreamBreak, Ending)
    /// A marker took back a break that had not begun.
    case cancelled(StreamBreak)
    /// A break does not take place though no marker took it back.
    case dropped(StreamBreak, Reason)

    /// Why a break ended.
    package enum Ending: Hashable, Sendable {
        /// As its markers had said.
        case whole
        /// Its end was marked before its duration was over.
        case early
        /// A marker took it back.
        case cancelled
        /// Its end was to be marked, and no marker came.
        case unmarked
    }

    /// Why a cue or a break is left out.
    package enum Reason: String, Hashable, Sendable {
        /// The break that it is about is over, or was left out.
        case over
        /// It ends a break, or takes one back, that is not known.
        case unknown
        /// It was over before it became known.
        case behind
        /// The listener joined inside it, and the rules leave out such breaks.
        case joinedInside
        /// Too many breaks are announced.
        case tooMany
        /// Its position is beyond every stream.
        case outOfRange
    }
}
