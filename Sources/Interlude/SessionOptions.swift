import HTTPAccess
import PlainText

/// What a session may access and what it records.
public struct SessionOptions: Sendable {
    /// Request headers for the source.
    public var headers: [(name: String, value: String)] = []

    /// Whether addresses found in documents may be loopback or private.
    ///
    /// Addresses from the operator always may.
    public var documentAddresses = DocumentAddresses.publicOnly

    /// Who named the source, the spots and the mute music. Only an operator may name files.
    package var provenance = AddressProvenance.typed

    /// The destination of the recording; `nil` for none.
    public var recording: Recording?

    /// The audio during a mute by the streamer; `nil` for silence.
    public var muteMusicURL: String?

    /// The schedule of the ads that are already in the stream; `nil` if it is unknown.
    public var schedule: StreamSchedule?

    /// The memory limit in bytes for all spots of the session, encoded and decoded.
    ///
    /// A spot that does not fit fails. A minute of a decoded spot takes 23 MB. A spot may be at
    /// most ten minutes long.
    public var spotMemory = spotMemoryDefault

    /// 256 MiB.
    package static let spotMemoryDefault = 256 << 20

    /// The folder for beacons and the tracking of true[X] that no ad server has accepted yet.
    ///
    /// The session delivers them for up to a day, also those that earlier sessions have left there:
    /// after a crash, too. Several sessions may share a folder. With `nil`, or with a virtual clock,
    /// beacons are kept in memory, and tried for half a minute.
    public var beaconFolder: String?

    /// The folder in which spots from the network are kept, at most 256 MiB of them.
    ///
    /// A kept spot is not downloaded again while its server says that it is the same, and is played
    /// if the server cannot be reached. `Cache-Control` is obeyed. Several sessions may share a
    /// folder. With `nil`, or with a virtual clock, each spot is downloaded.
    public var spotCacheFolder: String?

    /// Receives lines of diagnostics about connections.
    ///
    /// Called on any thread; must not block.
    public var diagnostics: (@Sendable (String) -> Void)?

    /// The duration of a load in virtual time.
    public var networkDelay: Duration = .zero

    /// Whether delegates get the audio that is heard.
    public var audioData = AudioData.keptBack

    /// Whether heard audio goes to delegates.
    public enum AudioData: Hashable, Sendable {
        /// Calls nothing, and costs nothing.
        case keptBack
        /// Calls ``HeardAudioDelegate/onAudioDataAvailable(_:)``.
        case handedOn
    }

    /// Whether delegates get levels.
    public var levels = Levels.unmeasured

    /// Whether levels go to delegates.
    public enum Levels: Hashable, Sendable {
        /// Calls nothing, and costs nothing.
        case unmeasured
        /// Calls ``HeardAudioDelegate/onLevelMeasured(_:)``.
        case measured
        /// Calls it with the loudness of the programme only, which costs almost nothing: it is
        /// measured as it is decoded. There are no levels of spots, and ``HeardLevel/truePeak`` is
        /// not measured.
        case programme
    }

    /// Whether the session has threads and memory for a listener.
    public var resources = Resources.own

    /// What a session in real time takes of the machine.
    public enum Resources: Hashable, Sendable {
        /// Threads of its own, and as much decoded audio as a listener may need at once.
        case own
        /// For many sessions in a process that nobody listens to, without an output
        /// (``AudioOutput/Device/null``).
        ///
        /// They share a few threads, which delegates must not block for long. Audio is read and
        /// played in pieces of a tenth to a quarter of a second, and a change takes up to half a
        /// second. What is heard when, and every event, is the same to the frame, but a live stream
        /// cannot be played again from more than two seconds before what is heard. With another
        /// output or a virtual clock it is ``own``.
        case shared
    }

    /// Whether the live mix is offered.
    public var liveMix = LiveMixOffer.withheld

    /// Whether listeners can be added.
    public enum LiveMixOffer: Hashable, Sendable {
        /// ``AudioSession/listen(as:whenDropped:)`` throws ``ListenFailure/notOffered``.
        case withheld
        /// Allows ``AudioSession/listen(as:whenDropped:)``.
        case offered
    }

    /// Where the inputs of a session's decisions are recorded, for `interlude replay`.
    public enum Recording: Hashable, Sendable {
        /// An existing file is replaced.
        case file(path: String)
        case standardOutput
    }

    /// The addresses that a schedule, a playlist of breaks or an ad server's answer may name.
    public enum DocumentAddresses: Hashable, Sendable {
        /// Those of the public network.
        case publicOnly
        /// Private ones, too.
        case any
    }

    public init() {}
}

/// The output of a session and its clock.
public struct AudioOutput: Hashable, Sendable {
    public var device = Device.pulse(sink: nil)

    /// What sets the pace: the device, or how fast audio can be rendered.
    public var clock = Clock.real

    /// How much audio is queued at the sound server or device.
    ///
    /// `nil` stands for the default: at a sound server `PULSE_LATENCY_MSEC` from the environment, or
    /// 200 ms; at an ALSA device 200 ms if what is queued can be replaced there, else 40 ms; in a
    /// ``CustomOutput`` 40 ms.
    public var latency: Duration?

    /// Where the mix goes.
    public enum Device: Hashable, Sendable {
        /// A PulseAudio or PipeWire server; `nil` for its default sink.
        case pulse(sink: String?)
        /// A device of ALSA by its name, such as `hw:0,0`; `nil` for its default device.
        case alsa(device: String?)
        /// No output.
        case null
        /// A WAV file of 32-bit floats.
        case wav(path: String)
        /// A WAV file of 16-bit integers.
        case wav16(path: String)
        /// Listeners of an Icecast server, whose address has the name and the password of the source
        /// and says the format, as in `http://source:PASSWORD@radio.example:8000/live.mp3`; see
        /// `docs/restream.md`. ``AudioSession/play()`` blocks for some seconds while it connects, and
        /// fails with ``SessionFailure/Kind/unreachable`` if that does not work.
        case icecast(address: String)
        /// A folder that gets the mix as a live HLS stream, for any web server. The address may say
        /// the form, as in `/var/www/live?form=aac&bitrate=96k`; see `docs/restream.md`.
        case hls(address: String)
        /// An output that the app provides. ``AudioOutput/custom(_:clock:)`` makes one.
        case custom(CustomDevice)
    }

    /// How time passes in a session.
    public enum Clock: Hashable, Sendable {
        /// Real time.
        case real
        /// As fast as possible; time is the number of rendered frames. Not for sound servers, ALSA
        /// and Icecast.
        case virtual
    }

    public init(_ device: Device = .pulse(sink: nil), clock: Clock = .real) {
        self.device = device
        self.clock = clock
    }
}

extension AudioOutput.Device {
    /// The device as `interlude play --sink` names it, without a password.
    public var name: String {
        switch self {
        case .pulse(nil): "pulse"
        case .pulse(let name?): "pulse:\(name)"
        case .alsa(nil): "alsa"
        case .alsa(let name?): "alsa:\(name)"
        case .null: "null"
        case .wav(let path): "wav:\(path)"
        case .wav16(let path): "wav16:\(path)"
        case .icecast(let address): "icecast:\(address.withoutUserInfo)"
        case .hls(let address): "hls:\(address)"
        case .custom: "custom"
        }
    }
}
