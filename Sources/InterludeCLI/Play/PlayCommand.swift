import ArgumentParser
import Interlude
import MediaTime

/// `interlude play SOURCE`: plays a live stream or a file with its ad breaks.
///
/// It holds the groups of its options itself. In a debug build the parser checks a group once more
/// for each group around it, which takes a third of a second with one.
struct PlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play a live stream or a file with ad breaks.",
        discussion: """
            Keys: space pauses and resumes, l goes to the live edge, s skips a spot, + and - \
            change the volume, 1 and 2 answer a choice card, ? shows the keys, q quits. SIGINT and \
            SIGTERM end cleanly.
            """)

    @Argument(
        help: "The http(s) address of a live stream, a file, or - for standard input.",
        transform: SourceArgument.init(parsing:))
    var source: SourceArgument

    /// Read before the parser runs (``ConfiguredArguments``).
    @Option(
        help: ArgumentHelp(
            "Read options from a YAML file; typed options win. Relative names are those of files "
                + "beside it. "
                + "(default: ~/.config/interlude/config.yaml, if it exists)",
            valueName: "file"))
    var config: String?

    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Advertisements") var advertisements: AdvertisementOptions
    @OptionGroup(title: "Ads of breaks") var adServers: AdServerOptions
    @OptionGroup(title: "Privacy") var privacy: PrivacyOptions
    @OptionGroup(title: "Transport") var transport: TransportOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Desktop") var desktop: DesktopOptions
    @OptionGroup(title: "Records") var records: RecordOptions
    @OptionGroup(title: "Page") var page: WebOptions

    /// The breaks that the stream marks, and which ads fill them.
    func readMarkers() throws(CommandError) -> StreamMarkers {
        var markers = try advertisements.readMarkers(absent: absentSpots)
        markers.privacy = try privacy.read()
        adServers.apply(to: &markers)
        return markers
    }

    /// A player that never gives up plays on without a spot that is not there.
    var absentSpots: SpotArgument.Absence {
        network.giveUp.duration == .zero ? .leftOut : .refused
    }

    /// The output; `nil` for the default of this machine.
    ///
    /// In virtual time the default is the null sink, so that the result is the same everywhere.
    var sink: SinkArgument? {
        switch (output.sink, output.clock) {
        case (let sink?, _): sink
        case (nil, .real): nil
        case (nil, .virtual): .null
        }
    }

    func validate() throws {
        if let sink, output.clock == .virtual, !sink.keepsVirtualTime {
            throw ValidationError(
                "--clock virtual does not work with a sound server or device or a streaming "
                    + "server; use --sink null, wav:, wav16: or hls:")
        }
        if transport.start.time > .zero {
            switch source {
            case .file: break
            case .address, .standardInput:
                throw ValidationError("--start needs a file; a live stream starts at its live edge")
            }
        }
        if desktop.mpris == true, output.clock == .virtual {
            throw ValidationError("--mpris does not work with --clock virtual; leave one out")
        }
        if page.web != nil, output.clock == .virtual {
            throw ValidationError(
                "--web does not work with --clock virtual; leave one out")
        }
        if network.fleet != nil, output.clock == .virtual {
            throw ValidationError("--fleet does not work with --clock virtual; leave one out")
        }
        if transport.remember, output.clock == .virtual {
            throw ValidationError(
                "--remember does not work with --clock virtual; use --no-remember")
        }
        if network.delay.time > .zero, output.clock == .real {
            throw ValidationError(
                "--network-delay needs virtual time; add --clock virtual, or leave it out")
        }
    }
}

/// How `interlude play` appears on the desktop.
struct DesktopOptions: ParsableArguments {
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Let media keys, playerctl and the desktop control the player (MPRIS). "
                + "(default: with a sound server or device, and a session bus)"))
    var mpris: Bool?
}
