import Advertising
import ArgumentParser

/// Which advertisements `interlude play` plays when, and what the stream does meanwhile.
struct AdvertisementOptions: ParsableArguments {
    @Option(
        name: .customLong("push"),
        help: ArgumentHelp(
            "At output time T a push delivers these spots; 0s= is before the first programme frame. "
                + "A spot is a file, an address, or a .json file with one advertisement. "
                + "In an address write a comma as %2C.",
            valueName: "T=spot[,spot...]"),
        transform: ScheduledArgument<[SpotArgument]>.init(parsingPush:))
    var pushes: [ScheduledArgument<[SpotArgument]>] = []

    @Option(
        name: .customLong("ignore"),
        help: ArgumentHelp("At output time T the queued spots are ignored.", valueName: "T"),
        transform: TimeArgument.init(parsing:))
    var ignores: [TimeArgument] = []

    @Option(
        help: ArgumentHelp(
            "Where the stream has advertisements of its own: a file or an address with an Uplynk "
                + "preplay answer, VMAP or VAST. At a placeholder of true[X] the stream is held.",
            valueName: "file|address"),
        transform: Location.init(parsing:))
    var schedule: Location?

    @Option(
        help: ArgumentHelp(
            "What a viewer does with each choice card of true[X], counted from its appearance: "
                + "opt-in@T, opt-out@T, interact@T, done@T, cancel@T, back@T, leave@T. "
                + "After the last he takes what he has earned, and lets cards run out.",
            valueName: "action@T[,...]"),
        transform: ViewerArgument.init(parsing:))
    var viewer: ViewerArgument?

    @Option(name: .customLong("break"), help: "What the stream does under a break.")
    var breakPolicy = BreakArgument.mute

    @Option(help: "Where a held live stream goes on; files go on where they were held.")
    var resume = ResumeArgument.live

    @Option(
        help: ArgumentHelp(
            "How loud spots are made: as what was heard of the programme (match), -18 LUFS "
                + "(tech1008), -23 LUFS (r128), as loud as you say, or as they are. "
                + "(default: match)",
            valueName: "match|tech1008|r128|fixed=LUFS|off"),
        transform: LoudnessArgument.init(parsing:))
    var matchLoudness = LoudnessArgument.match

    /// The pushes with their descriptions read and every spot numbered.
    func readPushes() throws(CommandError) -> [ScheduledArgument<[Advertisement]>] {
        try SpotArgument.advertisements(in: pushes)
    }
}
