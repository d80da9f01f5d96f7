import ArgumentParser
import MediaTime

/// The options of `interlude play`, as they were written.
struct PlayOptions: ParsableArguments {
    @Argument(
        help: "An http(s) address of a live stream, a file, or - for standard input.",
        transform: SourceArgument.init(parsing:))
    var source: SourceArgument

    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Advertisements") var advertisements: AdvertisementOptions
    @OptionGroup(title: "Transport") var transport: TransportOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Records") var records: RecordOptions
    @OptionGroup(title: "Page") var page: WebOptions

    /// Where the audio goes; `nil` when it is for the machine to choose.
    ///
    /// In virtual time a choice would not be the same everywhere, so there it is nowhere.
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
                "--clock virtual runs ahead of a sound server; use --sink null, wav: or wav16:")
        }
        if transport.start.time > .zero {
            switch source {
            case .file: break
            case .address, .standardInput:
                throw ValidationError("--start needs a file; a live stream begins where it is")
            }
        }
        if page.web != nil, output.clock == .virtual {
            throw ValidationError(
                "--web shows what is heard now; leave --clock virtual out, or --web")
        }
        if network.delay.time > .zero, output.clock == .real {
            throw ValidationError(
                "--network-delay is virtual time; add --clock virtual, or leave it out")
        }
    }
}
