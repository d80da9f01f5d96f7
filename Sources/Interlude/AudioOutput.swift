/// Where a session's sound goes, and at what pace.
public struct AudioOutput: Hashable, Sendable {
    public var device = Device.pulse(sink: nil)
    public var clock = Clock.real

    /// How much sound is handed to the sound server ahead of its time; `nil`: as much as
    /// `PULSE_LATENCY_MSEC` says in the environment, else 200 ms.
    public var latency: Duration?

    public enum Device: Hashable, Sendable {
        /// A PulseAudio server, or PipeWire's; `nil` is its default sink.
        case pulse(sink: String?)
        /// Nowhere.
        case null
        /// A WAV file of 32-bit floats.
        case wav(path: String)
        /// A WAV file of 16-bit whole numbers.
        case wav16(path: String)
    }

    public enum Clock: Hashable, Sendable {
        /// A second of sound takes a second.
        case real
        /// As fast as the machine can; time is frames rendered. Not for sound servers.
        case virtual
    }

    public init(_ device: Device = .pulse(sink: nil), clock: Clock = .real) {
        self.device = device
        self.clock = clock
    }
}
