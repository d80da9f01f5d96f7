import ArgumentParser
import AudioSinks
import Interlude
import MediaTime

/// The output options of `interlude play`.
struct OutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The output: pulse[:NAME], alsa[:NAME] for machines without a sound server, null, "
                + "wav:FILE (32-bit float), wav16:FILE, icecast:ADDRESS, a mount of an Icecast "
                + "server with the name and the password of the source, or hls:DIR, a folder that "
                + "a web server offers as a live HLS stream. "
                + "(default: pulse if a sound server answers, else null)",
            valueName: "sink"),
        transform: SinkArgument.init(parsing:))
    var sink: SinkArgument?

    @Option(
        help:
            "Virtual time runs as fast as possible, with the outputs null, wav, wav16 and hls only."
    )
    var clock = ClockArgument.real

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Stop after this much output time, as in 90s. Time without a sound device counts too.",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var duration: TimeArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How much audio is queued at the sound server or device. Changes do not wait for it, "
                + "except at ALSA plug-ins. (default: $PULSE_LATENCY_MSEC, else 200ms; 40ms at "
                + "ALSA plug-ins)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var latency: TimeArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The length of the fades between stream and spots. (default: 8ms)", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var fade = TimeArgument(FrameTime(.milliseconds(8)))

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "For how long an ad and the next one of its break are heard together, at most 5s, and "
                + "half of the shorter one. (default: 0s)", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var crossfade: TimeArgument?

    func validate() throws {
        let sensible = FrameTime(.milliseconds(20))...FrameTime(.seconds(2))
        guard latency.map({ sensible.contains($0.time) }) ?? true else {
            throw ValidationError("--latency must be between 20ms and 2s")
        }
        guard fade.time <= FrameTime(.seconds(1)) else {
            throw ValidationError("--fade must be at most 1s")
        }
        guard crossfade.map({ $0.duration <= SessionConfiguration.longestCrossfade }) ?? true
        else { throw ValidationError("--crossfade must be at most 5s") }
    }
}

/// The clock of the output (`--clock`).
enum ClockArgument: String, Sendable, CaseIterable, ExpressibleByArgument {
    case real
    /// As fast as possible: time is the number of rendered frames.
    case virtual
}

/// The output (`--sink`).
enum SinkArgument: Hashable, Sendable {
    /// A sink of the sound server; without a name, its default sink.
    case pulse(name: String?)
    /// A device of ALSA; without a name, its default device.
    case alsa(name: String?)
    /// No output.
    case null
    /// A file of 32-bit floats.
    case wav(path: String)
    /// A file of 16-bit integers.
    case wav16(path: String)
    /// A mount of a streaming server, with the name and the password of the source.
    case icecast(address: String)
    /// A folder with a live HLS stream, and its form.
    case hls(address: String)

    init(parsing text: String) throws(UnusableArgument) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count == 2 ? String(parts[1]) : nil
        switch (String(parts[0]), rest) {
        case ("pulse", nil): self = .pulse(name: nil)
        case ("pulse", let name?) where !name.isEmpty: self = .pulse(name: name)
        case ("alsa", nil): self = .alsa(name: nil)
        case ("alsa", let name?) where !name.isEmpty: self = .alsa(name: name)
        case ("null", nil): self = .null
        case ("wav", let path?) where !path.isEmpty: self = .wav(path: path)
        case ("wav16", let path?) where !path.isEmpty: self = .wav16(path: path)
        case ("icecast", let address?):
            try Self.check { () throws(SinkFailure) in _ = try IcecastAddress(parsing: address) }
            self = .icecast(address: address)
        case ("hls", let address):
            let address = address ?? ""
            try Self.check { () throws(SinkFailure) in _ = try HLSAddress(parsing: address) }
            self = .hls(address: address)
        case ("wav", _), ("wav16", _):
            throw UnusableArgument("the file name is missing, as in \(parts[0]):out.wav")
        case (_, _):
            throw UnusableArgument(
                "use pulse, pulse:NAME, alsa, alsa:NAME, null, wav:FILE, wav16:FILE, "
                    + "icecast:ADDRESS or hls:DIR")
        }
    }

    private static func check(
        _ body: () throws(SinkFailure) -> Void
    ) throws(UnusableArgument) {
        do throws(SinkFailure) {
            try body()
        } catch {
            throw UnusableArgument(error.description)
        }
    }

    /// Whether the sink can run in virtual time: no device sets its pace.
    var keepsVirtualTime: Bool {
        switch self {
        case .pulse, .alsa, .icecast: false
        case .null, .wav, .wav16, .hls: true
        }
    }

    /// Whether it is a server for listeners elsewhere.
    var isServer: Bool {
        switch self {
        case .icecast: true
        case .pulse, .alsa, .null, .wav, .wav16, .hls: false
        }
    }
}
