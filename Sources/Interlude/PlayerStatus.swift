import AdPlayback
import Advertising
import PCMAudio

/// What a player is doing at one moment, for people to look at and scripts to ask.
public struct PlayerStatus: Hashable, Sendable {
    public var state: State

    /// Whether a pause was asked for, also while it is not heard yet or the stream is away.
    public var isPaused = false

    /// What is played, as the operator named it.
    public var source: String

    /// What the stream calls what is heard; `nil` while it has not said.
    public var title: String?

    /// What the stream calls itself; `nil` where it does not say.
    public var station: String?

    /// How much was heard since the player began: what the frames of the event log count.
    public var outputTime: Duration = .zero

    /// Whether ``outputTime`` goes on: the output was there when this was so, and was not held.
    public var isOutputRunning = false

    /// Whether ``position`` goes on with it.
    public var isStreamRunning = false

    /// The stream time of what is heard.
    public var position: Duration

    /// The stream's length; `nil` for a live stream, and while it is not known.
    public var length: Duration?

    /// How far what is heard lies behind the live edge; `nil` for a file.
    public var behindLive: Duration?

    /// How far behind the live edge a listener may go by now; `nil` for a file.
    public var availableDelay: Duration?

    /// What a listener may ask for at this moment.
    public var controls = ListenerControls()

    /// The break that is being played; `nil` outside of one.
    public var adBreak: BreakStatus?

    /// What is to be drawn of an interactive advertisement; its times run on by their rates.
    public var truex = TruexView.nothing

    /// Spots that wait for a break, and are not asked for yet.
    public var queuedSpots: Int

    /// Every spot that was delivered and is not heard yet, in the order of their turn.
    public var waitingSpots: [Advertisement] = []

    /// The breaks that are known to come, in the order in which they will.
    public var comingBreaks: [ComingBreak] = []

    /// What the listener asked for, not what a fade or a break makes of it.
    public var volume: Gain

    /// How much of the stream lies decoded or received ahead of what is heard.
    public var buffered: Duration

    /// How loud the programme is, over the last minutes of it that were heard, in LUFS; `nil` while
    /// that is too little to tell.
    public var loudness: Double?

    /// How often the device ran dry since the player began.
    public var underruns: Int

    /// The retries of a stream that was lost, in the state `reconnecting` after the first retry.
    public var reconnection: Reconnection?

    public init(
        state: State, source: String, title: String? = nil, position: Duration = .zero,
        length: Duration? = nil, behindLive: Duration? = nil, adBreak: BreakStatus? = nil,
        queuedSpots: Int = 0, volume: Gain = .unity, buffered: Duration = .zero,
        underruns: Int = 0
    ) {
        self.state = state
        self.source = source
        self.title = title
        self.position = position
        self.length = length
        self.behindLive = behindLive
        self.adBreak = adBreak
        self.queuedSpots = queuedSpots
        self.volume = volume
        self.buffered = buffered
        self.underruns = underruns
    }
}

extension PlayerStatus {
    /// The retries of a stream that was lost.
    public struct Reconnection: Hashable, Sendable {
        /// The number of the present try, from 1.
        public var tryCount: Int

        /// How long the retries continue; `nil` for no limit.
        public var remaining: Duration?

        public init(tryCount: Int, remaining: Duration? = nil) {
            self.tryCount = tryCount
            self.remaining = remaining
        }
    }

    /// Where a session stands (rule M9); the names are those of the `session.*` events.
    public enum State: String, Hashable, Sendable, CaseIterable {
        case idle
        case connecting
        case playing
        case buffering
        case reconnecting
        case paused
        /// Was connected and could not be again.
        case lost
        /// Could never be connected.
        case failed
        case stopped
    }
}
