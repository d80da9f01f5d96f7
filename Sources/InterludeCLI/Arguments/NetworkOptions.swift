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
        name: .customLong("header"),
        help: ArgumentHelp("A request header for the source.", valueName: "name: value"),
        transform: HeaderArgument.init(parsing:))
    var headers: [HeaderArgument] = []

    @Flag(help: "Let addresses that stand in documents be loopback or private ones.")
    var allowPrivate = false
}
