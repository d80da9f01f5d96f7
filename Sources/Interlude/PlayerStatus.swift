import AdPlayback
import Advertising
import PCMAudio

/// The state of a player at one moment.
public struct PlayerStatus: Hashable, Sendable {
    public var state: State

    /// Whether a pause was requested, even if it is not heard yet or the stream is unavailable.
    public var isPaused = false

    /// The source, as the operator named it.
    public var source: String

    /// The output, as `interlude play --sink` names it; `nil` before the start.
    public var sink: String?

    /// The device of the output.
    public var device = Device()

    /// The title that the stream sends; `nil` if it has sent none.
    public var title: String?

    /// The name of the station; `nil` if it has none.
    public var station: String?

    /// The picture of the present title; `nil` if the stream names none.
    public var artwork: Artwork?

    /// The output time since the start, which the frames of the event log count.
    public var outputTime: Duration = .zero

    /// Whether ``outputTime`` advances.
    public var isOutputRunning = false

    /// Whether ``position`` advances with it.
    public var isStreamRunning = false

    /// The stream time that is heard.
    public var position: Duration

    /// The length of the stream; `nil` for a live stream, and while it is unknown.
    public var length: Duration?

    /// The delay behind the live edge; `nil` for a file.
    public var behindLive: Duration?

    /// The available delay behind the live edge; `nil` for a file.
    public var availableDelay: Duration?

    /// What the listener may do now.
    public var controls = ListenerControls()

    /// The present break; `nil` outside of breaks.
    public var adBreak: BreakStatus?

    /// The view of an interactive ad; its timers advance by their rates.
    public var truex = TruexView.nothing

    /// The number of spots that wait for a break and are not requested yet.
    public var queuedSpots: Int

    /// All delivered spots that were not heard yet, in order.
    public var waitingSpots: [Advertisement] = []

    /// The known coming breaks, in order.
    public var comingBreaks: [ComingBreak] = []

    /// The volume that the listener set, without fades and breaks.
    public var volume: Gain

    /// What the volume of advertisements is multiplied by as well.
    public var adVolume = Gain.unity

    /// Why the stream is silent while it plays; `nil` if it is not, or the listener's volume is 0.
    public var mute: Mute?

    /// How much of the stream is available ahead of what is heard.
    public var buffered: Duration

    /// The loudness of the last minutes of the programme in LUFS; `nil` without enough audio.
    public var loudness: Double?

    /// The number of device underruns since the start.
    public var underruns: Int

    /// How long the player waits for a sound device that was never there, in the state `sinkLost`;
    /// `nil` for no limit.
    public var sinkWait: Duration?

    /// The retries of a stream that was lost: in the state `reconnecting`, or `sinkLost` if the device
    /// is gone as well.
    public var reconnection: Reconnection?

    /// The source that failed last, or that played when the output failed; `nil` if none did, or
    /// once it plays, or a requested one does, or what plays instead was heard for a minute.
    public var failedSource: FailedSource?

    /// The fleet of the player; `nil` if it is in none.
    public var fleet: Fleet?

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
    /// A picture that a stream names.
    public struct Artwork: Hashable, Sendable {
        /// An http or https address, which may be of something else than a picture.
        public var address: String

        /// Who named the stream.
        public var namer: SourceNamer

        public init(address: String, namer: SourceNamer) {
            self.address = address
            self.namer = namer
        }
    }

    /// The retries of a stream that was lost.
    public struct Reconnection: Hashable, Sendable {
        /// The number of the present try, or of the last one while the next is awaited; 1 while the
        /// first is.
        public var tryCount: Int

        /// How long the retries continue; `nil` for no limit.
        public var remaining: Duration?

        /// Why the stream was lost, or the present try is needed; `nil` if that is not known.
        public var reason: String?

        public init(tryCount: Int, remaining: Duration? = nil, reason: String? = nil) {
            self.tryCount = tryCount
            self.remaining = remaining
            self.reason = reason
        }
    }

    /// A fleet of players at a broker.
    public struct Fleet: Hashable, Sendable {
        /// The address of the fleet, without name and password.
        public var address: String

        /// The name of the player in it.
        public var name: String

        /// Whether the broker is connected.
        public var isJoined = false

        /// Why it is not; `nil` if it is, and before the first try has ended.
        public var reason: String?

        public init(address: String, name: String) {
            self.address = address
            self.name = name
        }
    }

    /// A source that could not be played, was lost, or played when the output failed.
    /// ``PlayerStatus/source`` is what plays instead, if anything does.
    public struct FailedSource: Hashable, Sendable {
        public var source: String

        /// What failed, and what to try.
        public var reason: String

        /// The output time of the failure.
        public var outputTime: Duration

        public init(source: String, reason: String, outputTime: Duration) {
            self.source = source
            self.reason = reason
            self.outputTime = outputTime
        }
    }

    /// The device of an output, as the sound server reports it.
    public struct Device: Hashable, Sendable {
        /// Whether it is there; output time stands still while it is not.
        public var isPresent = true

        /// The player's volume in the listener's mixer; `nil` until the sound server reports one.
        public var volumePercent: Int?

        /// Whether the listener's mixer has muted the player.
        public var isMuted = false

        /// Why it is not there, and what to try; `nil` if it is there.
        public var reason: String?

        public init() {}
    }

    /// Who has muted a stream that plays.
    public enum Mute: String, Hashable, Sendable, CaseIterable {
        /// The streamer, for all listeners.
        case streamer
        /// The listener's mixer.
        case soundServer
        /// This player, because the station sends an advertisement to each listener who connects
        /// (``StreamMarkers/preroll``).
        case preroll
    }

    /// The state of a session (rule M9), with the names of the `session.*` events; and `sinkLost`.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// ``AudioSession/play()`` was not called yet.
        case idle
        /// No audio of the source has come yet.
        case connecting
        /// Also in a break, and until a requested pause is heard.
        case playing
        /// Connected, without enough audio to play; also while a spot is heard before the stream.
        case buffering
        /// The connection was lost and is tried again; what has arrived plays on.
        case reconnecting
        /// A pause is heard, of the listener or of the sound server.
        case paused
        /// There is no sound device; output time stands still until there is one.
        case sinkLost
        /// The stream was lost, and the retries have ended.
        case lost
        /// The stream could not be opened, or the output failed.
        case failed
        /// The session has ended, or has been asked to.
        case stopped
    }
}

/// What a listener may do at one moment.
///
/// During an advertisement, a listener can neither pause nor seek. An operator can seek; the stream
/// then resumes there after the advertisement (rule X7).
public struct ListenerControls: Hashable, Sendable {
    public var pause = false
    public var resume = false

    /// Whether a seek is possible.
    public var seek = false

    /// Whether a spot can be skipped.
    public var skip = false

    /// Whether there is a live edge, and it is not heard now.
    public var live = false

    /// Whether a delay behind the live edge is possible.
    public var delay = false

    public init() {}
}
