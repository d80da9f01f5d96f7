import ArgumentParser
import MediaTime

/// How `interlude play` reaches what it plays.
struct NetworkOptions: ParsableArguments {
    @Option(
        name: .customLong("network-delay"),
        help: ArgumentHelp(
            "With a virtual clock, what loading a spot takes in virtual time. (default: 0s)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var delay = TimeArgument(.zero)

    @Option(
        help: ArgumentHelp(
            "Give up a stream that was playing and does not come back; 0 is never. (default: 60s)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var giveUp = TimeArgument(FrameTime(.seconds(60)))

    @Option(
        help: ArgumentHelp(
            "How long the stream waits for a spot that is pushed at 0s; 0 is without a limit. "
                + "(default: 2s)",
            valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var firstSpotLimit = TimeArgument(FrameTime(.seconds(2)))

    @Option(
        name: .customLong("header"),
        help: ArgumentHelp(
            "A request header for the host of the source, and for no other; or a file of them, one "
                + "a line, which keeps them out of the list of processes.",
            valueName: "name: value|@file"),
        transform: HeaderOption.init(parsing:))
    var headers: [HeaderOption] = []

    @Flag(help: "Let addresses that stand in documents be loopback or private ones.")
    var allowPrivate = false

    /// The headers for `source`; says so where that is no host.
    func readHeaders(for source: SourceArgument) throws(CommandError) -> [HeaderArgument] {
        var read: [HeaderArgument] = []
        for header in headers { read += try header.read() }
        switch source {
        case .address: break
        case .file, .standardInput:
            if !read.isEmpty {
                Console.say(
                    "--header: \(source) names no host, so no header is sent; "
                        + "give the address of the stream")
            }
        }
        return read
    }
}
