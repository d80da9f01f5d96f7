import HTTPAccess

/// What a session may reach, and what it leaves behind.
public struct SessionOptions: Sendable {
    /// Request headers for the source.
    public var headers: [(name: String, value: String)] = []

    /// Whether addresses that stand in documents may be loopback or private.
    ///
    /// Addresses that the operator named always may.
    public var documentAddresses = DocumentAddresses.publicOnly

    /// Who named the source, the spots and the mute music; files may be named by the operator only.
    package var provenance = AddressProvenance.typed

    /// Where everything that a replay needs is written; `nil` for nowhere.
    public var recording: Recording?

    /// The audio that is heard while the streamer has muted the stream; `nil` for silence.
    public var muteMusicURL: String?

    /// Where the stream has advertisements of its own, and among them the places of interactive
    /// ones; `nil` where nothing is known of that.
    public var schedule: StreamSchedule?

    /// How many bytes of memory all spots of the session may take together, encoded and decoded.
    ///
    /// A spot that does not fit fails. A minute of a decoded spot takes 23 MB, and no spot may be
    /// longer than ten minutes.
    public var spotMemory = spotMemoryDefault

    /// 256 MiB.
    package static let spotMemoryDefault = 256 << 20

    /// Told in words what becomes of connections, a line each; `nil` for nobody.
    ///
    /// Called on any thread, and must not wait.
    public var diagnostics: (@Sendable (String) -> Void)?

    /// What loading a spot takes by a virtual clock, however long it really takes.
    public var networkDelay: Duration = .zero

    /// Whether delegates get the audio that is heard.
    public var audioData = AudioData.keptBack

    public enum AudioData: Hashable, Sendable {
        case keptBack
        /// ``HeardAudioDelegate/onAudioDataAvailable(_:)`` is called.
        case handedOn
    }

    /// Whether delegates get how loud it is.
    public var levels = Levels.unmeasured

    public enum Levels: Hashable, Sendable {
        case unmeasured
        /// ``HeardAudioDelegate/onLevelMeasured(_:)`` is called.
        case measured
    }

    /// Whether what is heard can be listened to elsewhere.
    public var liveMix = LiveMixOffer.withheld

    public enum LiveMixOffer: Hashable, Sendable {
        case withheld
        /// ``AudioSession/listen(as:whenDropped:)`` can be called.
        case offered
    }

    public enum Recording: Hashable, Sendable {
        case file(path: String)
        case standardOutput
    }

    public enum DocumentAddresses: Hashable, Sendable {
        case publicOnly
        case any
    }

    public init() {}
}
