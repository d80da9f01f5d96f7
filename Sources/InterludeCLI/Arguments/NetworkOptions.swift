import ArgumentParser
import MediaTime

/// The network options of `interlude play`.
struct NetworkOptions: ParsableArguments {
    @Option(
        name: .customLong("network-delay"), parsing: .unconditional,
        help: ArgumentHelp(
            "With a virtual clock: the time that loading a spot takes. (default: 0s)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var delay = TimeArgument(.zero)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Stop retrying after this long when a stream that was playing is lost; 0 retries "
                + "without end. (default: 60s)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var giveUp = TimeArgument(FrameTime(.seconds(60)))

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long the stream waits for a spot pushed at 0s; 0 for no limit. (default: 2s)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var firstSpotLimit = TimeArgument(FrameTime(.seconds(2)))

    @Option(
        name: .customLong("header"),
        help: ArgumentHelp(
            "Send a request header to the host of the source, and to no other host. A file has one "
                + "header per line, and keeps them out of the process list.",
            valueName: "name: value|@file"),
        transform: HeaderOption.init(parsing:))
    var headers: [HeaderOption] = []

    @Flag(help: "Allow private and loopback addresses found in documents.")
    var allowPrivate = false

    /// The headers for `source`. Prints a note if `source` has no host to send them to.
    func readHeaders(for source: SourceArgument) throws(CommandError) -> [HeaderArgument] {
        var read: [HeaderArgument] = []
        for header in headers { read += try header.read() }
        switch source {
        case .address: break
        case .file, .standardInput:
            if !read.isEmpty {
                Console.say(
                    "--header: \(source) has no host, so no header is sent; "
                        + "give the address of the stream")
            }
        }
        return read
    }
}
